/** The outline of a checklist: items are checkboxes unless they begin with another type and a colon. */
export interface ChecklistOutline {
  name: string
  appliesTo: 'project' | 'building' | 'storey' | 'space' | 'object'
  isRepeatable: boolean
  items: readonly string[]
}

const list = (
  name: string,
  appliesTo: ChecklistOutline['appliesTo'],
  items: readonly string[],
  isRepeatable = true,
): ChecklistOutline => ({ name, appliesTo, isRepeatable, items })

/** Nordbygg's checklists on a building site, in the order of the work. */
export const siteChecklists: readonly ChecklistOutline[] = [
  list('Concrete/Before the pour/Reinforcement', 'storey', [
    'Bar sizes and spacing are those of the drawing',
    'number: Cover, measured (mm)',
    'Spacers stand, chairs carry the top layer',
    'Laps and anchorage lengths checked',
    'Openings and cast-in parts are in place',
    'photo: Reinforcement before it is covered',
  ]),
  list('Concrete/Before the pour/Formwork', 'storey', [
    'Braced and plumb',
    'Joints are tight',
    'Release agent applied',
    'number: Level of the edge, deviation (mm)',
    'Cleaned out',
  ]),
  list('Concrete/The pour', 'storey', [
    'Delivery notes match the ordered strength class',
    'number: Slump (mm)',
    'number: Temperature of the concrete (°C)',
    'Test cubes taken',
    'Vibrated in layers',
    'date: Poured on',
  ]),
  list('Concrete/After the pour/Curing', 'storey', [
    'Covered within two hours',
    'number: Temperature after 24 hours (°C)',
    'date: Formwork struck on',
    'photo: Surface after striking',
  ]),
  list('Concrete/After the pour/Surface', 'space', [
    'No honeycombing',
    'Cracks marked and measured',
    'number: Flatness under two metres (mm)',
  ]),
  list('Steel/Bolted connections', 'object', [
    'Bolts are of the grade of the drawing',
    'Tightened and marked',
    'number: Torque of the control (Nm)',
    'Corrosion protection mended',
  ]),
  list('Steel/Intumescent paint', 'object', [
    'Base cleaned and dry',
    'number: Thickness, mean of five (µm)',
    'photo: Marking of the member',
  ]),
  list('Timber/Cross-laminated elements', 'storey', [
    'Moisture below 15 %',
    'number: Moisture (%)',
    'Joints sealed',
    'Lifting points plugged',
    'Covered against rain',
  ]),
  list('Façade/Windows', 'space', [
    'Fixed as the detail shows',
    'Sealed inside and outside',
    'Sill falls outwards',
    'Opens, closes and locks',
    'photo: Sealing before the trim',
  ]),
  list('Façade/Air tightness', 'building', ['number: n50 (1/h)', 'Leaks marked', 'date: Measured on'], false),
  list('Roof/Membrane', 'building', [
    'Falls to the outlets',
    'Upstands 150 mm',
    'Seams tested',
    'Outlets clear',
    'photo: Details at penetrations',
  ]),
  list('Fire/Fire seals/Walls', 'space', [
    'Product has an approval for this wall',
    'Thickness as in the approval',
    'Both sides sealed',
    'Label with date and product',
    'photo: Seal with its label',
  ]),
  list('Fire/Fire seals/Floors', 'space', [
    'Product has an approval for this floor',
    'Load-bearing where it is walked on',
    'Label with date and product',
    'photo: Seal from below',
  ]),
  list('Fire/Fire doors', 'object', [
    'Door leaf and frame carry the same class',
    'Gap at the threshold at most 6 mm',
    'Closes and latches by itself',
    'Smoke seals whole',
  ]),
  list('Fire/Escape routes', 'storey', ['Clear width kept', 'Signs lit', 'Doors open in the direction of escape']),
  list('Services/Ventilation/Ducts', 'storey', [
    'Supports at most 2.4 m apart',
    'Tightness class tested',
    'Cleaning hatches reachable',
    'Insulated where the drawing says',
  ]),
  list('Services/Sanitary/Pressure test', 'storey', [
    'number: Pressure at the start (bar)',
    'number: Pressure after two hours (bar)',
    'No visible leak',
    'date: Tested on',
  ]),
  list('Services/Electrical/Distribution board', 'object', [
    'Labels match the diagram',
    'Torque of terminals checked',
    'Residual current devices trip',
    'Diagram lies in the door',
  ]),
  list('Wet rooms/Membrane', 'space', [
    'Falls 1:50 within 80 cm of the drain',
    'Sleeves at all pipes',
    'number: Thickness (mm)',
    'photo: Membrane before tiling',
  ]),
  list('Safety/Weekly round', 'project', [
    'Scaffolds inspected',
    'Edges protected',
    'Openings covered and marked',
    'Fire extinguishers in their place',
    'Access roads clear',
    'text: What has to be mended, by whom',
  ]),
  list('Safety/Crane', 'object', ['Daily check signed', 'Slings whole and marked', 'Radio works']),
  list('Handover/Apartment', 'space', [
    'Walls and ceilings without marks',
    'Floors without scratches, skirting complete',
    'Doors and windows open and lock',
    'Taps and drains work',
    'Sockets and lights work',
    'number: Meter, electricity (kWh)',
    'text: What is still to be done',
  ]),
  list('Handover/Technical room', 'space', ['Cleaned', 'Drawings hang', 'Valves labelled', 'Instruction given']),
  list('Handover/Common areas', 'storey', ['Cleaned', 'Signs hang', 'Lights work', 'Lift approved'], false),
  list('Handover/As-built documents', 'project', ['Drawings', 'Manuals', 'Approvals', 'Guarantees'], false),
]

const libraryAreas: readonly [string, readonly string[]][] = [
  ['Public buildings/Schools', ['Classroom', 'Gymnasium', 'Canteen', 'Cloakroom', 'Workshop', 'Library', 'Playground']],
  ['Public buildings/Health', ['Ward', 'Operating theatre', 'Pharmacy', 'Sterile store', 'Reception', 'Ambulance bay']],
  ['Housing', ['Kitchen', 'Bathroom', 'Balcony', 'Stairwell', 'Bicycle store', 'Laundry', 'Basement store']],
  ['Civil works/Bridges', ['Bearing', 'Expansion joint', 'Parapet', 'Waterproofing', 'Abutment', 'Pile cap']],
  ['Civil works/Stations', ['Platform edge', 'Canopy', 'Lift shaft', 'Ticket hall', 'Underpass', 'Track crossing']],
]

const libraryWork: readonly [string, readonly string[]][] = [
  ['Structure', ['As drawn', 'number: Deviation (mm)', 'photo: Before it is covered']],
  ['Surfaces', ['Clean and whole', 'Colour as chosen', 'number: Flatness under two metres (mm)']],
  ['Services', ['Fixed and labelled', 'Tested', 'Reachable for upkeep', 'date: Tested on']],
  ['Fire', ['Seals labelled', 'Doors close by themselves', 'Escape route clear']],
  ['Accessibility', ['number: Clear width of the door (mm)', 'Threshold at most 20 mm', 'Switches within reach']],
  ['Handover', ['Cleaned', 'Documents handed over', 'text: What is still to be done']],
]

/** The library's checklists for each kind of room or part and each kind of work. */
const roomChecklists: readonly ChecklistOutline[] = libraryAreas.flatMap(([area, places]) =>
  places.flatMap((place) => libraryWork.map(([work, items]) => list(`${area}/${place}/${work}`, 'space', items))),
)

/** The 214 checklists of the contractor's library. */
export const libraryChecklists: readonly ChecklistOutline[] = [...siteChecklists, ...roomChecklists].slice(0, 214)

/** An item in its stored form. */
export function parseItem(text: string): { title: string; type: string } {
  const [, type, title] = /^(number|date|photo|text): (.*)$/.exec(text) ?? []
  return type && title ? { title, type } : { title: text, type: 'tick' }
}
