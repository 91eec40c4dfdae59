/** Declarations of the used part of saxen, which has no types of its own. */
declare module 'saxen' {
  type Decode = (text: string) => string

  export class Parser {
    on(event: 'openTag', then: (name: string, attributes: () => false | Record<string, string>) => void): this
    on(event: 'closeTag', then: (name: string) => void): this
    on(event: 'text', then: (text: string, decode: Decode) => void): this
    on(event: 'cdata' | 'question' | 'attention' | 'comment', then: (text: string) => void): this
    on(event: 'error' | 'warn', then: (error: Error) => void): this
    /** Parses the next chunk; events of complete tokens are emitted before it returns. */
    write(xml: string): this
    /** Ends the document. */
    end(): Error | null
  }
}
