declare module 'jsonapi-validator' {
  /** Validates documents by the public JSON:API schema. */
  export class Validator {
    /** Throws an error with `errors` when the document is invalid. */
    validate(document: unknown): void
  }
}
