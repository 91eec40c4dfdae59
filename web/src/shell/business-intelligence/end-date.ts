import { feedTokenDays } from '@lintel/contract/identity/feed-tokens'

const dayMs = 86_400_000

const two = (number: number) => String(number).padStart(2, '0')

/** The last day of a token that is made at this moment, in the form of its own: `DD.MM.YYYY HH:mm` (admin-console chapter 9). */
export function endDateOf(made: Date): string {
  const end = new Date(made.getTime() + feedTokenDays * dayMs)
  const day = `${two(end.getDate())}.${two(end.getMonth() + 1)}.${end.getFullYear()}`
  return `${day} ${two(end.getHours())}:${two(end.getMinutes())}`
}
