import { expect, test } from 'vitest'
import { plainTextOf } from './mail-text'

test('a mail is read up to its signature, also where a line of an encoded link begins with --', () => {
  const lines = [
    'Subject: Hello',
    'Content-Type: multipart/alternative;',
    ' boundary="--_NmP-1"',
    '',
    '----_NmP-1',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'H=C3=A5kon: http://127.0.0.1/federation?verify=3Dabc=',
    '--def',
    '',
    '--=20',
    'Sent by http://127.0.0.1/.',
    '----_NmP-1',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>no</p>',
    '----_NmP-1--',
  ]
  expect(plainTextOf(lines.join('\r\n'))).toBe('Håkon: http://127.0.0.1/federation?verify=abc--def\r\n')
})
