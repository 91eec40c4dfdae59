type StateKind = 'open' | 'done' | 'closed'

/** The outline of a workflow, and titles for its topics. */
export interface WorkflowOutline {
  name: string
  color: string
  states: readonly { name: string; kind: StateKind }[]
  /** Titles of its topics; the name of a space is appended to each. */
  titles: readonly string[]
}

const state = (kind: StateKind, ...names: string[]) => names.map((name) => ({ name, kind }))

/** The workflows of a building site. */
export const siteWorkflows: readonly WorkflowOutline[] = [
  {
    name: 'Quality/Defects',
    color: '#cf222e',
    states: [
      ...state('open', 'Registered', 'In progress'),
      ...state('done', 'Corrected'),
      ...state('closed', 'Approved', 'Rejected'),
    ],
    titles: [
      'Crack in the plaster above the door',
      'Fire seal missing around the cable tray',
      'Window does not close',
      'Tile is loose',
      'Paint runs on the radiator',
      'Door leaf drags on the threshold',
      'Skirting missing',
      'Cover of the reinforcement too thin',
      'Honeycombing at the foot of the column',
      'Leak at the riser',
      'Scratch in the parquet',
      'Duct is not insulated',
      'Handrail is loose',
      'Socket sits askew',
      'Water stands on the balcony',
      'Sealing strip torn at the window',
    ],
  },
  {
    name: 'Design/Requests for information',
    color: '#1f6feb',
    states: [
      ...state('open', 'Asked', 'With the designer'),
      ...state('done', 'Answered'),
      ...state('closed', 'Closed'),
    ],
    titles: [
      'Which class has this fire door?',
      'Opening for the ventilation is not in the model',
      'Height of the suspended ceiling?',
      'Detail of the parapet at the corner',
      'Levels of drawing and model differ',
      'Which colour for the stairwell?',
      'Load of the plant on the roof',
      'Drain collides with the beam',
      'May the wall be moved by 50 mm?',
      'Is the lift pit waterproof concrete?',
    ],
  },
  {
    name: 'Safety/Observations',
    color: '#bf8700',
    states: [...state('open', 'Observed'), ...state('done', 'Secured'), ...state('closed', 'Closed')],
    titles: [
      'Edge without a guard rail',
      'Opening in the floor is not covered',
      'Scaffold tag is out of date',
      'Cable lies across the walkway',
      'Helmet missing at the crane',
      'Fire extinguisher blocked',
      'Ladder stands loose',
      'Gas bottle is not chained',
    ],
  },
]

/** The workflow of a small project. */
export const smallWorkflow: WorkflowOutline = {
  name: 'Matters',
  color: '#2da44e',
  states: [...state('open', 'Open'), ...state('done', 'Done'), ...state('closed', 'Closed')],
  titles: ['Date of the handover', 'Access to the site', 'Drawings are missing', 'Meeting with the neighbours'],
}
