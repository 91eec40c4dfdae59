declare module 'odata-csdl' {
  /** The description in JSON of what is described in XML. */
  function xml2json(xml: string): Record<string, unknown>
  export default { xml2json }
}
