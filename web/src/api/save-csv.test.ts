import { expect, test } from 'vitest'
import { toCsv } from './save-csv'

test('a file has each field of each record under its name, and nothing for what is not known', () => {
  const records = [
    { name: 'Stål; Øst', number: '917', country: null },
    { name: '=1+1', number: null, country: 'NO' },
  ]
  const lines = toCsv(['name', 'number', 'country'], records).split('\r\n')
  expect(lines).toEqual(['\uFEFFname;number;country', '"Stål; Øst";917;', "'=1+1;;NO", ''])
})
