import type { ComponentType } from 'react'
import { nextTurn, untilPainted } from './moments.ts'

/** Fetches an island's component. Its code is a file of its own. */
type LoadIsland = () => Promise<ComponentType<never>>

/** The islands of a page, by the names that the markup gives them. */
type Islands = Readonly<Record<string, LoadIsland>>

/** An island that is still the server's markup. */
type Sleeping = {
  element: HTMLElement
  load: LoadIsland
  /** Buttons that were pressed in it and do nothing without script. */
  pressed: HTMLButtonElement[]
  /** Resolves on hydration; null if not requested yet. */
  waking: Promise<void> | null
}

const asleep = new Map<Element, Sleeping>()

/** Lazy chunk with React and hydration code, which no page needs before first contentful paint. */
const loadReact = () => import('./live-island.tsx')

/**
 * Hydrates the page's islands: each on first interaction, the others one after another after first paint. Sets the performance mark `alive`
 * when all are hydrated.
 */
export const wakeIslands = (islands: Islands): void => void wakeInTurn(watchOver(islands))

/** Makes islands live at the first touch, and never before. @returns makes them live now */
export const wakeWhenTouched = (islands: Islands): (() => void) => {
  const found = watchOver(islands)
  return () => {
    for (const island of found) void wake(island)
  }
}

/** Clicks recorded by the document before this script ran (`kit/http/document.ts`). */
declare global {
  var pressed: EventTarget[] | undefined
}

const wakeInTurn = async (found: readonly Sleeping[]): Promise<void> => {
  await untilPainted()
  globalThis.pressed = undefined
  // All at once: each would wait for the line once more.
  for (const load of [loadReact, ...found.map(island => island.load)]) load().catch(() => undefined)
  for (const island of found) {
    await nextTurn()
    await wake(island)
  }
  performance.mark('alive')
}

const watchOver = (islands: Islands): Sleeping[] => {
  if (asleep.size === 0) for (const type of touches) document.addEventListener(type, touched, true)
  const found: Sleeping[] = []
  for (const element of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = islands[element.dataset.island ?? '']
    if (load === undefined) continue
    const island: Sleeping = { element, load, pressed: [], waking: null }
    found.push(island)
    asleep.set(element, island)
    for (const target of globalThis.pressed ?? [])
      if (target instanceof Element && element.contains(target)) press(island, target)
    if (island.pressed.length > 0 || element.contains(document.activeElement)) void wake(island)
  }
  return found
}

const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click'] as const

const touched = ({ type, target }: Event): void => {
  if (!(target instanceof Element)) return
  const element = target.closest('[data-island]')
  const island = element === null ? undefined : asleep.get(element)
  if (island === undefined) return
  if (type === 'click') press(island, target)
  void wake(island)
}

const press = (island: Sleeping, target: Element): void => {
  const button = target.closest('button')
  if (button !== null && needsScript(button)) island.pressed.push(button)
}

/** True if a button does nothing without JavaScript: links, fields and submit buttons work on their own. */
const needsScript = (button: HTMLButtonElement): boolean => button.type === 'button' || button.form === null

/** Never throws: an island that cannot be loaded keeps the server's markup, and the next interaction retries. */
const wake = (island: Sleeping): Promise<void> => {
  island.waking ??= enliven(island).catch(error => {
    island.waking = null
    island.pressed = []
    // A file also does not come when the reader goes on to another page: that is no error.
    // biome-ignore lint/suspicious/noConsole: the log of the browser is where it belongs.
    console.warn(`The island ${island.element.dataset.island} did not become live.`, error)
  })
  return island.waking
}

const enliven = async ({ element, load, pressed }: Sleeping): Promise<void> => {
  const [{ makeLive }, component] = await Promise.all([loadReact(), load()])
  // From here on React handles clicks itself.
  asleep.delete(element)
  await makeLive(element, component)
  for (const button of pressed) if (button.isConnected) button.click()
}
