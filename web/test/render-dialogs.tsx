import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, type FunctionComponent } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { stubPage } from './render-hook'
import { unmountAfterTest } from './unmount-after-test'

/** An element of {@link renderDialogs}: as much of it as React and the dialogs use. */
class PageNode extends EventTarget {
  readonly nodeName: string
  readonly nodeType: number
  readonly ownerDocument = document
  readonly style: Record<string, unknown> = { setProperty: () => undefined }
  readonly attributes = new Map<string, string>()
  children: PageNode[] = []
  parentNode: PageNode | undefined
  open = false
  type = ''
  value = ''
  checked = false
  isSelected = false
  disabled = false
  ownText = ''

  constructor(name: string, nodeType = 1) {
    super()
    this.nodeName = name.toUpperCase()
    this.nodeType = nodeType
  }

  get tagName() {
    return this.nodeName
  }

  /** The element and everything in it. */
  get all(): PageNode[] {
    return [this, ...this.children.flatMap(({ all }) => all)]
  }

  get options() {
    return this.all.filter(({ nodeName }) => nodeName === 'OPTION')
  }

  get selected() {
    return this.isSelected
  }

  /** A select has one selected option. */
  set selected(isSelected: boolean) {
    for (const option of this.parentNode?.options ?? []) option.isSelected = false
    this.isSelected = isSelected
  }

  get textContent(): string {
    return this.ownText + this.children.map(({ textContent }) => textContent).join('')
  }

  set textContent(text: string) {
    this.children = []
    this.ownText = text
  }

  set nodeValue(text: string) {
    this.ownText = text
  }

  setAttribute(name: string, value: unknown) {
    this.attributes.set(name, String(value))
    if (name === 'value') this.value = String(value)
    if (name === 'disabled') this.disabled = true
  }

  removeAttribute(name: string) {
    this.attributes.delete(name)
    if (name === 'disabled') this.disabled = false
  }

  appendChild(child: PageNode) {
    this.insertBefore(child)
  }

  insertBefore(child: PageNode, next?: PageNode) {
    child.parentNode?.removeChild(child)
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child)
    child.parentNode = this
  }

  removeChild(child: PageNode) {
    this.children = this.children.filter((each) => each !== child)
    child.parentNode = undefined
  }

  /** Finds by attribute only, `[data-autofocus]`. */
  querySelector(selector: string) {
    return this.all.find(({ attributes }) => attributes.has(selector.slice(1, -1)))
  }

  closest() {
    return null
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 }
  }

  scrollIntoView() {}

  select() {}

  showModal() {
    this.open = true
  }

  close() {
    this.open = false
  }

  focus() {
    Object.assign(document, { activeElement: this })
  }
}

/** For tests without a DOM: renders dialogs into a minimal document, to be operated as a person does, by the labels of their controls. */
export async function renderDialogs(Dialogs: FunctionComponent, queries: QueryClient) {
  // The router asks for more of a window than there is.
  const history = createMemoryHistory({ initialEntries: ['/users'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  stubPage()
  const root = new PageNode('div')
  Object.assign(document, {
    documentElement: { clientWidth: 1_280, clientHeight: 720 },
    createElement: (name: string) => new PageNode(name),
    createElementNS: (_: string, name: string) => new PageNode(name),
    createTextNode: (text: string) => Object.assign(new PageNode('#text', 3), { ownText: text }),
    getElementById: (id: string) => root.all.find(({ attributes }) => attributes.get('id') === id),
  })
  const observer = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('location', new URL('https://lintel.example/users'))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('MutationObserver', observer)
  vi.stubGlobal('ResizeObserver', observer)
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => undefined)
  const reactRoot = createRoot(root as unknown as Element)
  unmountAfterTest(reactRoot)
  await act(async () =>
    reactRoot.render(
      <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
        <QueryClientProvider client={queries}>
          <RouterContextProvider router={router}>
            <Dialogs />
          </RouterContextProvider>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )

  const topmost = () => root.all.findLast(({ nodeName, open }) => nodeName === 'DIALOG' && open)
  const findAll = (name: string, within = topmost()) => within?.all.filter(({ nodeName }) => nodeName === name) ?? []

  /** The control with this label, in the topmost dialog. */
  function field(label: string): PageNode {
    const labelled = findAll('LABEL').find(({ textContent }) => textContent === label)
    const id = labelled?.attributes.get('for')
    const found = topmost()?.all.find(
      ({ attributes }) => attributes.get('aria-label') === label || (id !== undefined && attributes.get('id') === id),
    )
    const control = found ?? findAll('INPUT', labelled)[0]
    if (!control) throw new Error(`There is no field “${label}”.`)
    return control
  }

  /** React listens at the root and asks the event for its target; a dialog is asked itself. */
  const fire = (target: PageNode | undefined, type: string, properties: object = {}) =>
    act(async () => {
      const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), properties)
      Object.defineProperty(event, 'target', { value: target })
      ;(type === 'cancel' ? target : root)?.dispatchEvent(event)
      // Answers are delivered in later tasks.
      await new Promise((resolve) => setTimeout(resolve, 10))
    })

  /** React takes changes from a browser's events only, so its handler is called. */
  const change = (label: string, entered: Partial<PageNode>) =>
    act(async () => {
      const target = Object.assign(field(label), entered)
      const [, props] = Object.entries(target).find(([name]) => name.startsWith('__reactProps$')) ?? []
      ;(props as unknown as { onChange(event: object): void }).onChange({ target })
    })

  return {
    /** The label of the topmost dialog; undefined when none is open. */
    title: () => topmost()?.attributes.get('aria-label'),
    text: () => topmost()?.textContent ?? '',
    /** The text that is read after the label. */
    description: () => document.getElementById(topmost()?.attributes.get('aria-describedby') ?? '')?.textContent,
    buttons: () => findAll('BUTTON').map(({ textContent }) => textContent),
    isDisabled: (label: string) =>
      findAll('BUTTON').some(({ textContent, disabled }) => textContent === label && disabled),
    /** The element whose text is read after the name of a button. */
    descriptionOf(label: string) {
      const button = findAll('BUTTON').find(({ textContent }) => textContent === label)
      const element = document.getElementById(button?.attributes.get('aria-describedby') ?? '')
      const { attributes, textContent } = (element as unknown as PageNode | undefined) ?? {}
      return { role: attributes?.get('role'), text: textContent }
    },
    /** The text of the control that the dialog focuses. */
    initialFocus: () => topmost()?.querySelector('[data-autofocus]')?.textContent,
    hasFocus: (label: string) => document.activeElement === (field(label) as unknown),
    valueOf(label: string) {
      const { checked, value, nodeName, options, type } = field(label)
      if (nodeName === 'SELECT') return options.find(({ selected }) => selected)?.textContent
      return type === 'checkbox' ? checked : value
    },
    async press(label: string) {
      const button = findAll('BUTTON').find(({ textContent }) => textContent === label)
      if (button?.attributes.get('type') === 'submit') await fire(findAll('FORM')[0], 'submit')
      else await fire(button, 'click')
    },
    type: (label: string, value: string) => change(label, { value }),
    check: (label: string) => change(label, { checked: true }),
    /** Chooses in a list by its first letter. */
    async choose(label: string, letter: string) {
      for (const key of [letter, 'Enter']) await fire(field(label), 'keydown', { key })
    },
    escape: () => fire(topmost(), 'cancel'),
    act: (work: () => void) => act(async () => work()),
  }
}
