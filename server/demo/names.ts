/** Common names in the countries of the demo's firms. */
export const names = {
  NO: {
    given:
      'Ingrid Lars Solveig Bjørn Hanne Øyvind Sigrid Håkon Marit Trond Silje Eirik Kristin Magnus Astrid Torstein Ragnhild Sondre Gunn Vidar Tuva Aksel Berit Jørgen Live Snorre Hilde Kåre Maren Oddvar',
    family:
      'Hansen Johansen Olsen Larsen Andersen Bakke Haugen Hagen Lien Strand Moen Dahl Lund Eide Solberg Myhre Aas Fjeld Tangen Sæther Bråten Ødegård Nygård Skår Vik Rønning Kvåle Holm Thorsen Berge',
  },
  SE: {
    given: 'Astrid Erik Elin Oskar Maja Nils Linnéa Gustav Saga Axel Ebba Viktor Tove Hampus Märta Björn',
    family: 'Lindqvist Eriksson Bergström Nyström Sjöberg Åkesson Öberg Hedlund Sandberg Wallin Norén Ekdahl',
  },
  DE: {
    given: 'Jürgen Heike Matthias Anneliese Uwe Friederike Torsten Käthe Björn Sabine Moritz Wiebke',
    family: 'Groß Schäfer Köhler Müller Brandt Voß Petersen Jäger Krüger Lübbers Hinrichs Weiß',
  },
  PL: {
    given: 'Piotr Agnieszka Krzysztof Małgorzata Paweł Zofia Łukasz Katarzyna Wojciech Bożena Rafał Jadwiga',
    family: 'Wiśniewski Nowak Kowalczyk Wójcik Zieliński Dąbrowski Szymański Pawłowski Król Wieczorek Żak Sikora',
  },
  FR: {
    given: 'Claire Étienne Amélie Benoît Maëlle Rémi Océane Loïc Hélène Théo',
    family: 'Dubois Lefèvre Moreau Girard Béranger Noël Chevalier Fontaine Leclerc Faure',
  },
  JP: {
    given: 'Ken Yuki Haruto Aoi Sora Mio Ren Hina Daiki Emi',
    family: 'Sato Suzuki Tanaka Watanabe Ito Nakamura Kobayashi Yoshida Yamada Mori',
  },
  ES: {
    given: 'Tomás Lucía Íñigo Begoña Andrés Nuria Joaquín Inés Álvaro Rocío',
    family: 'Herrera Muñoz Peña Ibáñez Ordóñez Castaño Vázquez Núñez Llorente Rivas',
  },
  IE: {
    given: 'Liam Aoife Conor Niamh Declan Saoirse Eoin Siobhán Rory Gráinne',
    family: 'O’Connor Murphy Byrne Gallagher O’Shea Doyle Keane Nolan Brennan MacCarthy',
  },
  LB: {
    given: 'Noor Karim Layla Samir Rania Ziad Yasmin Tariq Dima Fadi',
    family: 'Haddad Khoury Nassar Saleh Mansour Aoun Farah Sabbagh Tawil Maalouf',
  },
  IN: {
    given: 'Ravi Priya Arjun Meera Vikram Anjali Sanjay Kavya Rohan Lakshmi',
    family: 'Menon Iyer Sharma Banerjee Reddy Kulkarni Nair Chatterjee Desai Rao',
  },
} as const satisfies Record<string, { given: string; family: string }>

export type Nationality = keyof typeof names

const letters: Record<string, string> = { æ: 'ae', ø: 'o', å: 'a', ß: 'ss', ł: 'l', đ: 'd' }

/** A name as the local part of an email address: ASCII, lower case, words joined by dots. */
export const mailbox = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[æøåßłđ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '.')
