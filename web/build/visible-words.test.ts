import { expect, test } from 'vitest'
import { hasWords, namedControls } from './visible-words'

const source = `
  <Button size="small" onClick={() => remove(passkey)} aria-label={t\`Remove: \${passkey.name || id}\`}>
    <Icon name="close" /> <Trans>Remove</Trans>
  </Button>
  <button aria-label={t\`Close\`} onClick={close}><Icon name="close" /></button>
  <Button aria-label={t\`Send (again) to \${email}\`}>
    <Trans>
      Send
      again
    </Trans>
  </Button>`

test('controls with words and a name of their own are found, with the text that the name is in the catalogs', () => {
  const found = namedControls(source)
  expect(found.map(({ words }) => words)).toEqual(['Remove', 'Send again'])
  const [remove, send] = found
  expect(remove?.name.test('Remove: {0}')).toBe(true)
  expect(remove?.name.test('Remove: {name}')).toBe(false)
  expect(remove?.name.test('Remove: all')).toBe(false)
  expect(send?.name.test('Send (again) to {email}')).toBe(true)
})

test.each([
  ['Remove: {name}', 'Remove'],
  ['Révoquer : {name}, créé le {made}', 'Révoquer'],
  ['取り消す：{name}', '取り消す'],
  ['Remove this link', 'remove'],
])('%s has the words %s', (name, words) => {
  expect(hasWords(name, words)).toBe(true)
})

test.each([
  ['Eliminar: {name}', 'Quitar'],
  ['Erneut an {email} senden', 'Erneut senden'],
])('%s has not the words %s', (name, words) => {
  expect(hasWords(name, words)).toBe(false)
})
