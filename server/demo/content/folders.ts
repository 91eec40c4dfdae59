import type { demoFiles } from './files'

type FileName = keyof typeof demoFiles

/** The outline of a folder: its path, its labels, and its documents by name. */
export interface FolderOutline {
  path: string
  labels?: readonly string[]
  documents?: Readonly<Record<string, FileName>>
}

/** The folders of a building site. */
export const siteFolders: readonly FolderOutline[] = [
  { path: '01 Drawings', labels: ['Issued'] },
  {
    path: '01 Drawings/Architecture',
    labels: ['Issued'],
    documents: { 'A-101 Level 1.pdf': 'plan', 'A-102 Level 2.pdf': 'plan', 'A-201 Sections.pdf': 'section' },
  },
  { path: '01 Drawings/Structure', labels: ['Issued'], documents: { 'S-101 Foundations.pdf': 'plan' } },
  { path: '01 Drawings/Services', documents: { 'V-101 Ventilation.pdf': 'plan', 'E-101 Lighting.pdf': 'plan' } },
  { path: '01 Drawings/Fire', labels: ['Approved'], documents: { 'F-501 Fire seals.pdf': 'detail' } },
  { path: '02 Contracts', labels: ['Confidential'] },
  { path: '02 Contracts/Subcontractors' },
  { path: '02 Contracts/Changes' },
  { path: '03 Quality' },
  { path: '03 Quality/Approvals', labels: ['Approved'], documents: { 'Fire sealant.pdf': 'approval' } },
  {
    path: '03 Quality/Photographs',
    documents: { 'North façade.png': 'north', 'South façade.png': 'south', 'Evening, week 12.png': 'dusk' },
  },
  { path: '04 Safety', documents: { 'Safety plan.pdf': 'safety' } },
  { path: '05 Meetings', documents: { 'Site meeting 14.pdf': 'minutes', 'Site meeting 15.pdf': 'minutes' } },
  { path: '06 Handover' },
  { path: '06 Handover/Manuals' },
  { path: '06 Handover/As built', labels: ['Issued'] },
]

/** The folders of a small project. */
export const smallFolders: readonly FolderOutline[] = [
  { path: 'Drawings', documents: { 'Level 1.pdf': 'plan' } },
  { path: 'Minutes' },
]

/** Labels of folders, with their colours. */
export const folderLabels: Readonly<Record<string, string>> = {
  Issued: '#1f6feb',
  Approved: '#2da44e',
  Confidential: '#cf222e',
}
