import { feedTokenDays } from '@lintel/contract/identity/feed-tokens'

const dayMs = 86_400_000

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Expiry of a token created now, in the format of this dialog: `DD.MM.YYYY HH:mm` (admin-console chapter 9). */
export function endDateOf(createdAt: Date): string {
  const end = new Date(createdAt.getTime() + feedTokenDays * dayMs)
  const day = `${twoDigits(end.getDate())}.${twoDigits(end.getMonth() + 1)}.${end.getFullYear()}`
  return `${day} ${twoDigits(end.getHours())}:${twoDigits(end.getMinutes())}`
}
