import { test } from 'vitest'
import { killUnderLoad } from './kill-under-load'

test('K1: a dozen times kill -9 under write load loses no acknowledged write and leaves no half change', () =>
  killUnderLoad(12))
