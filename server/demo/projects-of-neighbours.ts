import type { ProjectOutline } from './project-outline'

const eivind = 'eivind@eiendom.example'
const helga = 'helga@stalbygg.example'
const asa = 'asa@vvsteknik.example'
const jurgen = 'j.gross@fassade.example'
const gro = 'gro@fjellbane.example'
const freja = 'freja@skovgaard.example'
const staff = 'staff@lintel.example'

export const eiendomProjects: readonly ProjectOutline[] = [
  { number: 'NE-301', name: 'Dronning Eufemias gate 42, tenants', owner: eivind, age: 600 },
  // Can be opened only after signing in by the partner's provider.
  {
    number: 'NE-307',
    name: 'Skøyen Atrium, energy upgrade',
    owner: eivind,
    providers: ['partnerengineering'],
    age: 420,
  },
  { number: 'NE-312', name: 'Helsfyr Workshops', owner: 'anna@nordbygg.example', age: 260 },
  { number: 'NE-318', name: 'Portfolio condition survey', owner: eivind, age: 90 },
  { number: 'NE-212', name: 'Storo Arcade', owner: eivind, hibernated: 150, age: 850 },
]

export const stalbyggProjects: readonly ProjectOutline[] = [
  { number: 'SØ-88', name: 'Steel for Mjøsa Crossing', owner: helga, age: 290 },
  { number: 'SØ-91', name: 'Hall frames, Vestby', owner: helga, age: 38 },
  { number: 'SØ-74', name: 'Workshop and welding records', owner: helga, age: 700 },
  { number: 'SØ-L1', name: 'Welding procedures', owner: helga, isLibrary: true, age: 900 },
]

export const vvsteknikProjects: readonly ProjectOutline[] = [
  { number: 'V-1203', name: 'Karlstad Badhus', owner: asa, age: 480 },
  { number: 'V-1211', name: 'Strömstad Hospital, ventilation', owner: asa, age: 330 },
  { number: 'V-1219', name: 'Örebro District Heating', owner: asa, age: 120 },
]

export const fassadeProjects: readonly ProjectOutline[] = [
  { number: 'FN-40', name: 'Elbphilharmonie Plaza, Glasaustausch', owner: jurgen, age: 500 },
  { number: 'FN-43', name: 'HafenCity Baufeld 80', owner: jurgen, age: 200 },
  { number: 'FN-45', name: 'Musterfassade Prüfstand', owner: jurgen, status: 'Stopped', age: 64 },
]

export const fjellbaneProjects: readonly ProjectOutline[] = [
  { number: 'FB-11', name: 'Ringerike Line, tunnel north', owner: gro, age: 900 },
  { number: 'FB-12', name: 'Ringerike Line, tunnel south', owner: gro, age: 880 },
  { number: 'FB-15', name: 'Voss Cable Car, lower station', owner: gro, age: 300 },
  { number: 'FB-09', name: 'Dovre Avalanche Gallery', owner: gro, hibernated: 310, age: 1_500 },
  { number: 'FB-L1', name: 'Fjellbane rock support checklists', owner: gro, isLibrary: true, age: 1_100 },
  { number: 'FB-T1', name: 'Fjellbane tunnel', owner: gro, isTemplate: true, age: 1_050 },
]

export const skovgaardProjects: readonly ProjectOutline[] = [
  { number: '2401', name: 'Sommerhus Tisvilde', owner: freja, templateProject: 'STD-1', trialDays: 4, age: 6 },
  { number: '2402', name: 'Kvisthusene', owner: freja, trialDays: 10, age: 0 },
  {
    number: '2403',
    name: 'Kolonihave 14',
    owner: freja,
    templateProject: 'STD-1',
    creation: 'making',
    trialDays: 10,
    age: 0,
  },
  {
    number: '2404',
    name: 'Skur og carport',
    owner: freja,
    templateProject: 'STD-1',
    creation: 'failed',
    trialDays: 9,
    age: 1,
  },
]

export const lintelProjects: readonly ProjectOutline[] = [
  {
    number: 'STD-1',
    name: 'Building project',
    description: 'Topics, documents and checklists for an ordinary building',
    owner: staff,
    isTemplate: true,
    isDefaultTemplate: true,
    age: 2_000,
  },
]
