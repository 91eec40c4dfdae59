/** A directory export of Nordbygg: three new people and an existing one, in two groups, with access to two projects. */
export const sampleDirectory = {
  'users.csv': `UserPrincipalName;GivenName;Surname;Company;Title;Enabled
tuva.lien@nordbygg.example;Tuva;Lien;Nordbygg;Site engineer;True
emil.ruud@nordbygg.example;Emil;Ruud;Nordbygg;Foreman;True
aksel.dahl@nordbygg.example;Aksel;Dahl;Nordbygg;Surveyor;True
lena@nordbygg.example;Lena;Vik;Nordbygg;Site lead;True
`,
  'groups.csv': `Name;Description
Tower crew;Builds the tower
Tower leads;Leads the tower crew
`,
  'memberships.csv': `group;email
Tower crew;tuva.lien@nordbygg.example
Tower crew;emil.ruud@nordbygg.example
Tower crew;aksel.dahl@nordbygg.example
Tower leads;lena@nordbygg.example
`,
  'access.csv': `group;project;role
Tower crew;NB-1987;user
Tower leads;NB-1987;admin
Tower leads;NB-2042;user
`,
}
