import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load'

test('K1: kill -9 under write load loses no acknowledged write and leaves no half change; the next start is ready in ten seconds', () =>
  killUnderLoad(2))
