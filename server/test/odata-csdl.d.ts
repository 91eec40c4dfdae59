declare module 'odata-csdl' {
  /** Converts CSDL from XML to JSON. */
  function xml2json(xml: string): Record<string, unknown>
  export default { xml2json }
}
