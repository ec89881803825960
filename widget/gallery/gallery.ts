import { mountWidget } from '../embed/index.ts'
import { createScriptedClient } from '../testing/index.ts'
import { cases, sideBySide } from './cases.ts'
import type { GalleryCase, Step } from './gallery-case.ts'

const themes = ['light', 'dark'] as const
const languages = ['en', 'de', 'es'] as const
type Look = { theme: (typeof themes)[number]; language: (typeof languages)[number]; isShadow: boolean }

const parameters = new URLSearchParams(location.search)
const gallery = document.getElementById('gallery') ?? document.body
const asked = parameters.get('screen')

/** Mounts one case. Events and errors are kept where a test finds them: `window.events`. */
const show = (
  place: Element,
  { config, begin, script, styles, wallets, steps = [] }: GalleryCase,
  look: Look,
): void => {
  Object.assign(window, wallets)
  mountWidget(
    {
      element: place,
      client: createScriptedClient(script, { delay: 300 }),
      config: { ...config, enableShadowDOM: look.isShadow },
      strings: look.language,
      presentation: { colorScheme: look.theme },
      ...(styles && { styles }),
      callbacks: {
        onEvent: event => window.events.push(event),
        onError: error => window.events.push({ type: 'error', data: String(error) }),
      },
    },
    'gallery',
    begin,
  )
  void doAll(place, steps)
}

/** Performs each step once its target exists. */
const doAll = async (place: Element, steps: readonly Step[]): Promise<void> => {
  for (const step of steps) {
    const selector = typeof step === 'string' ? step : step.field
    const inside = () => {
      const root = Array.from(place.children, ({ shadowRoot }) => shadowRoot).find(shadow => shadow !== null) ?? place
      return root.querySelector<HTMLElement>(selector)
    }
    while (inside() === null) await new Promise(resolve => setTimeout(resolve, 20))
    if (typeof step === 'string') inside()?.click()
    else type(inside() as HTMLInputElement, step.text)
    // The next step may depend on this one's rendering.
    await new Promise(requestAnimationFrame)
  }
}

/** As a browser does it: past the setter by which React keeps a field as it was. */
const type = (field: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

declare global {
  interface Window {
    events: { type: string; data: unknown }[]
  }
}
window.events = []

const element = (name: string, properties: Partial<HTMLAnchorElement> = {}): HTMLElement =>
  Object.assign(document.createElement(name), properties)

const showOne = (name: string, screen: GalleryCase): void => {
  const theme = parameters.get('theme') === 'dark' ? 'dark' : 'light'
  const language = languages.find(each => each === parameters.get('lang')) ?? 'en'
  document.documentElement.lang = language
  document.title = name
  document.body.classList.add('one', theme)
  // For screen readers only: a screenshot of this page shows nothing but the widget.
  gallery.append(element('h1', { textContent: name }))
  show(gallery, screen, { theme, language, isShadow: parameters.has('shadow') })
}

/** Without a parameter of this name, every value of it is shown. */
const isWanted = (parameter: string) => (value: string) => [null, value].includes(parameters.get(parameter))

const showAll = (): void => {
  const isShadow = parameters.has('shadow')
  const links = element('nav')
  gallery.append(element('h1', { textContent: 'The sign-in widget, every screen' }), links)
  for (const name of Object.keys(cases).filter(name => !(name in sideBySide)))
    links.append(element('a', { textContent: name, href: `?${new URLSearchParams({ screen: name })}` }))
  for (const [name, screen] of Object.entries(sideBySide)) {
    links.append(element('a', { textContent: name, href: `#${encodeURIComponent(name)}` }))
    const section = element('section', { id: name })
    const row = element('div', { className: 'row' })
    section.append(element('h2', { textContent: name }), row)
    gallery.append(section)
    for (const language of languages.filter(isWanted('lang'))) {
      for (const theme of themes.filter(isWanted('theme'))) {
        const place = element('div', { className: `place ${theme}`, lang: language })
        const link = element('a', {
          textContent: `${language}, ${theme}`,
          href: `?${new URLSearchParams({ screen: name, theme, lang: language })}`,
        })
        const caption = element('p')
        caption.append(link)
        place.append(caption)
        row.append(place)
        show(place, screen, { theme, language, isShadow })
      }
    }
  }
}

const found = asked === null ? undefined : cases[asked]
if (asked === null) showAll()
else if (found === undefined)
  gallery.textContent = `There is no "${asked}". There are: ${Object.keys(cases).join(', ')}.`
else showOne(asked, found)
