import { z } from 'zod'
import { type Entity, resource } from '../jsonapi/resource'

/** An address that the web looks up by key: help, terms, privacy … Keys are upper case; lookups ignore case. */
export const urls = resource('urls', {
  fields: { url: z.url() },
  readOnly: ['url'],
})

export type Url = Entity<typeof urls>
