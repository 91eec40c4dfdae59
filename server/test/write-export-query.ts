/** Encodes the query of an export for its parameter. */
export const writeExportQuery = (query: { filter?: object; page?: { skip?: number; limit?: number } }): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(query))))
