const two = (number: number) => String(number).padStart(2, '0')

/** The last day of a token that is made at this moment, a year ahead, in the form of its own: `DD.MM.YYYY HH:mm` (admin-console chapter 9). */
export function endDateOf(made: Date): string {
  const end = new Date(made)
  end.setFullYear(end.getFullYear() + 1)
  const day = `${two(end.getDate())}.${two(end.getMonth() + 1)}.${end.getFullYear()}`
  return `${day} ${two(end.getHours())}:${two(end.getMinutes())}`
}
