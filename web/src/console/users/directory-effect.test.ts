import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { expect, test } from 'vitest'
import { type DirectoryEffect, directoryEffect } from './directory-effect'

test.each<[PrivilegeLevel | null, PrivilegeLevel, DirectorySource | undefined, DirectoryEffect | undefined]>([
  [null, 20, 'import', undefined],
  [10, 10, 'import', 'managed'],
  [10, 20, 'import', 'importedAgain'],
  [20, 10, 'import', 'importedAgain'],
  [20, 0, 'import', 'importedAgain'],
  [10, 20, undefined, 'importedAgain'],
  [10, 10, 'scim', 'managed'],
  [10, 20, 'scim', 'released'],
  [20, 10, 'scim', 'provisionedAgain'],
  [20, 0, 'scim', 'provisionedAgain'],
])(
  'where the directory gave %s and somebody chooses %s, what %s brought is %s',
  (directoryLevel, level, source, effect) => {
    expect(directoryEffect(directoryLevel, level, source)).toBe(effect)
  },
)
