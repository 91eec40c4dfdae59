import { expect, test } from 'vitest'
import { domainName } from './domains'

test.each([
  ['Stalbygg.Example', 'stalbygg.example'],
  [' stalbygg.example ', 'stalbygg.example'],
  ['blåbær.no', 'xn--blbr-roah.no'],
  ['BLÅBÆR.no', 'xn--blbr-roah.no'],
  ['mail.gmail.example', 'mail.gmail.example'],
  ['livebygg.no', 'livebygg.no'],
])('%s is the domain %s', (typed, domain) => expect(domainName.parse(typed)).toBe(domain))

const codeOf = (typed: string) => domainName.safeParse(typed).error?.issues.map(({ message }) => message)

test.each([
  'localhost',
  'a@b.example',
  'b.example/path',
  'b.example:80',
  'b..example',
  '.b.example',
  '-b.example',
  'b.example.',
  '10.0.0.1',
  '0x7f.1',
  'b.exa mple',
  'b%2eexample.no',
])('%s is no domain', (typed) => expect(codeOf(typed)).toEqual(['invalid']))

test.each([
  'gmail.com',
  'GMail.com',
  'googlemail.com',
  'outlook.com',
  'yahoo.co.uk',
  'hotmail.no',
  'gmx.de',
  'proton.me',
])('nobody binds %s, where anybody may have a mailbox', (typed) => expect(codeOf(typed)).toEqual(['publicMailDomain']))
