/** The first projects of the users grid, in the order of the letters below. */
const gridProjects = ['NB-2041', 'NB-2042', 'NB-1987', 'NB-2103', 'NB-2110', 'NB-1844', 'NB-1956', 'NB-2077']

/** One letter per project, see `levelOf`; owners are defined with the projects. */
const grid: Record<string, string> = {
  'anna@nordbygg.example': 'aaaaaaaa',
  'ola@nordbygg.example': '..auu.w.',
  'mei@nordbygg.example': 'uuuuuuuu',
  'piotr@stalbud.example': 'u.u.a..u',
  'asa@vvsteknik.example': '.uu..aw.',
  'j.gross@fassade.example': 'uu..u.u.',
  'claire@atelierdb.example': 'a.u.u..u',
  'sato@kozo.example': '..u.u.u.',
  'ingrid@nordbygg.example': 'uauwu.u.',
  'tomas@gruas.example': 'g.......',
  'liam@survey.example': '.u.u.u.u',
  'kari@nordbygg.example': 'auuuauuu',
  'noor@elektro.example': 'u.uu...u',
  'sven@vvsteknik.example': '..u.u.u.',
  'runar@stalbygg.example': 'u......u',
  'hiro@kozo.example': '..u.....',
  'per@nordbygg.example': '.....u..',
  'guest@partner.example': 'g.......',
  'yara@partner.example': '...g....',
}

/** Memberships in other projects. */
const others: Record<string, readonly string[]> = {
  'anna@nordbygg.example': ['NB-2099', 'LIB-1', 'NE-301', 'NE-307'],
  'ola@nordbygg.example': ['LIB-1', 'NB-2128'],
  // More than ten: the project list shows its search, its libraries and hibernated projects.
  'mei@nordbygg.example': ['NB-1902', 'NB-2022', 'NB-2128', 'NB-2134', 'NB-2087', 'LIB-1', 'NB-1102', 'NB-1177'],
  // Exactly ten with the three he owns: the project list shows no search.
  'jonas@nordbygg.example': ['NB-2041', 'NB-2042', 'NB-2103', 'NB-1956', 'NB-2003', 'NB-2009', 'NB-2015'],
  'nina@nordbygg.example': ['NB-2140'],
  'helga@stalbygg.example': ['NB-2077', 'NB-2137'],
}

interface NamedMembership {
  email: string
  project: string
  level: number
}

const levelOf: Record<string, number> = { a: 20, w: 15, u: 10, g: 5 }

/** The memberships of named people, except in the projects they own. */
export const namedMemberships: readonly NamedMembership[] = [
  ...Object.entries(grid).flatMap(([email, letters]) =>
    gridProjects.flatMap((project, at) => {
      const level = levelOf[letters[at] ?? '']
      return level === undefined ? [] : [{ email, project, level }]
    }),
  ),
  ...Object.entries(others).flatMap(([email, projects]) => projects.map((project) => ({ email, project, level: 10 }))),
]
