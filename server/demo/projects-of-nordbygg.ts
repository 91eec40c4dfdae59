import type { ProjectOutline } from './project-outline'

const ola = 'ola@nordbygg.example'
const ingrid = 'ingrid@nordbygg.example'
const astrid = 'astrid@nordbygg.example'
const kari = 'kari@nordbygg.example'
const jonas = 'jonas@nordbygg.example'

const models = 'Structural and architectural models, site checklists'

/** Nordbygg's projects, templates and libraries. */
export const nordbyggProjects: readonly ProjectOutline[] = [
  {
    number: 'NB-2041',
    name: 'Barcode Harbour, block 4',
    description: models,
    owner: ola,
    templateProject: 'NB-T01',
    age: 410,
  },
  {
    number: 'NB-2042',
    name: 'Barcode Harbour, bridge',
    description: models,
    owner: ola,
    templateProject: 'NB-T02',
    age: 380,
  },
  { number: 'NB-1987', name: 'Holmen Swimming Hall', description: models, owner: astrid, age: 640 },
  {
    number: 'NB-2103',
    name: 'Ullevål Clinic, phase 2',
    description: models,
    owner: astrid,
    templateProject: 'NB-T01',
    age: 210,
  },
  {
    number: 'NB-2110',
    name: 'Fornebu Station, platform level',
    description: models,
    owner: jonas,
    templateProject: 'NB-T02',
    age: 190,
  },
  { number: 'NB-1844', name: 'Sandvika Town Square', description: models, owner: jonas, age: 870 },
  {
    number: 'NB-1956',
    name: 'Lørenskog School',
    description: models,
    owner: astrid,
    templateProject: 'NB-T01',
    age: 700,
  },
  { number: 'NB-2077', name: 'Mjøsa Crossing', description: models, owner: jonas, templateProject: 'NB-T02', age: 300 },

  { number: 'NB-2044', name: 'Barcode Harbour, quay promenade', owner: ola, age: 360 },
  {
    number: 'NB-1902',
    name: 'Bispevika Offices',
    description: 'Nine floors of offices above a food hall',
    owner: ingrid,
    age: 800,
  },
  { number: 'NB-1915', name: 'Grünerløkka Library', owner: kari, age: 780 },
  { number: 'NB-1931', name: 'Hamar Concert Hall, rehabilitation', owner: ingrid, age: 755 },
  { number: 'NB-1948', name: 'Drammen River Bath', owner: kari, age: 720 },
  { number: 'NB-1962', name: 'Kongsberg Technology Park', owner: ingrid, age: 690 },
  { number: 'NB-1974', name: 'Larvik Ferry Terminal', owner: kari, age: 665 },
  {
    number: 'NB-1990',
    name: 'Ringerike Data Centre',
    description: 'Two halls of 12 MW, delivered one after the other',
    owner: ingrid,
    age: 630,
  },
  { number: 'NB-2003', name: 'Moss Station, east entrance', owner: kari, age: 560 },
  { number: 'NB-2009', name: 'Asker Health House', owner: ingrid, age: 540 },
  { number: 'NB-2015', name: 'Tøyen Housing Cooperative', owner: kari, age: 515 },
  {
    number: 'NB-2022',
    name: 'Nittedal Timber School',
    description: 'Cross-laminated timber on two floors',
    owner: ingrid,
    age: 480,
  },
  { number: 'NB-2029', name: 'Halden Border Depot', owner: kari, age: 450 },
  { number: 'NB-2051', name: 'Lillestrøm Fire Station', owner: ingrid, age: 350 },
  { number: 'NB-2058', name: 'Ås Research Greenhouses', owner: kari, age: 335 },
  { number: 'NB-2064', name: 'Tønsberg Wharf Apartments', owner: ola, age: 320 },
  { number: 'NB-2083', name: 'Jessheim Nursing Home', owner: ingrid, age: 270 },
  { number: 'NB-2090', name: 'Gjøvik Parking House', owner: kari, age: 245 },
  { number: 'NB-2096', name: 'Skøyen Tram Depot', owner: ingrid, age: 230 },
  { number: 'NB-2118', name: 'Kolbotn Cultural Centre', owner: kari, age: 150 },
  { number: 'NB-2124', name: 'Oslo Airport, pier C extension', owner: ola, age: 120 },
  { number: 'NB-2131', name: 'Hønefoss Water Works', owner: ingrid, age: 75 },
  { number: 'NB-2137', name: 'Vestby Logistics Hall', owner: kari, age: 40 },
  { number: 'NB-2140', name: 'Nesodden Pier', owner: ingrid, age: 9 },

  // Names that are hard to lay out.
  {
    number: 'NB-2128',
    name: 'Rehabilitation of the listed façades, stairwells and technical installations of the former Tiedemann tobacco factory at Hovinbyen, building D with annex, contract E-412',
    description: 'The name is the client’s, word for word.',
    owner: ingrid,
    age: 100,
  },
  {
    number: 'NB-2133',
    name: 'مبنى الركاب الجديد، الصالة ٣',
    description: 'Consultancy for the terminal in Aqaba',
    owner: kari,
    age: 66,
  },
  {
    number: 'NB-2134',
    name: '豊洲アリーナ 第二期工事',
    description: 'Timber roof, with Kozo Design',
    owner: ingrid,
    age: 60,
  },
  { number: 'NB-2135', name: '滨江社区中心', owner: ola, age: 55 },

  // A project that requires a second factor.
  {
    number: 'NB-2099',
    name: 'Ministry Annex',
    owner: astrid,
    providers: ['COGNITO_MFA'],
    age: 225,
  },

  // Not running, hibernated, or deleted.
  { number: 'NB-2087', name: 'Elverum Barracks', owner: ingrid, status: 'Stopped', age: 260 },
  { number: 'NB-2093', name: 'Kløfta Interchange', owner: kari, status: 'Crashed', age: 240 },
  { number: 'NB-2141', name: 'Ski Arena', owner: ola, status: 'Starting', age: 1 },
  { number: 'NB-1102', name: 'Bjørvika Pier 2019', description: 'As built', owner: ola, hibernated: 240, age: 2_200 },
  { number: 'NB-1177', name: 'Majorstuen Tower', description: 'As built', owner: astrid, hibernated: 420, age: 1_900 },
  { number: 'NB-1240', name: 'Alnabru Terminal, hall 3', owner: ingrid, hibernated: 90, age: 1_600 },
  { number: 'NB-2071', name: 'Frogner Villas (tender lost)', owner: kari, deleted: 5, age: 310 },
  { number: 'NB-2080', name: 'Test project Ola', owner: ola, deleted: 26, age: 280 },

  // Libraries and templates.
  {
    number: 'LIB-1',
    name: 'Nordbygg standard checklists',
    description: '214 checklists',
    owner: astrid,
    isLibrary: true,
    age: 1_500,
  },
  {
    number: 'LIB-2',
    name: 'Nordbygg details and groups',
    description: 'Label groups, folders and report templates',
    owner: astrid,
    isLibrary: true,
    age: 1_200,
  },
  {
    number: 'NB-T01',
    name: 'Nordbygg building',
    description: 'Residential and public buildings',
    owner: astrid,
    isTemplate: true,
    age: 1_400,
  },
  {
    number: 'NB-T02',
    name: 'Nordbygg civil works',
    description: 'Bridges, quays and stations',
    owner: astrid,
    isTemplate: true,
    age: 1_300,
  },
]
