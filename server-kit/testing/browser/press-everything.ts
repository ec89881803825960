import type { CDPSession, Page } from '@playwright/test'
import { type FocusPlace, focusPlaces, PressRecorder } from './press-recorder.ts'

declare global {
  var presses: PressRecorder
}

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 860 }

/** The window in which a page is pressed, and what it is pressed with. */
export type PressLook = { viewport: typeof phone; pointer: 'mouse' | 'touch' }

const usual: readonly PressLook[] = [
  { viewport: phone, pointer: 'touch' },
  { viewport: desk, pointer: 'mouse' },
]
const unusual: readonly PressLook[] = [
  { viewport: phone, pointer: 'mouse' },
  { viewport: desk, pointer: 'touch' },
]

// biome-ignore lint/style/noProcessEnv: a flag for tests.
const { PRESS_ALL: all } = process.env
/** A phone by touch and a desk by mouse; with `PRESS_ALL=1` also the other way around. */
const pressLooks = all === '1' ? [...usual, ...unusual] : usual

/**
 * Presses each button, link, field, label and summary of the page at hand with real events, with the focus nowhere, in the same row and in
 * another one. Nothing comes of a press: its click is canceled when it arrives. Returns a line for each press that moved its own target, or
 * whose click did not arrive there.
 * @param known Kinds of targets that were pressed on other pages, each with how. They are left out here, and those of this page are added.
 */
export const pressEverything = async (
  page: Page,
  { viewport, pointer }: PressLook,
  known: Set<string> = new Set(),
): Promise<string[]> => {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize(viewport)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: pointer === 'touch' })
  await install(page)
  const look = `${pointer}, ${viewport.width} px`
  const faults = await pressAll(page, pointer === 'touch' ? tapWith(session) : clickWith(page), { known, look })
  await session.detach()
  return faults.map(fault => `${fault} (${look})`)
}

/** How many pages are pressed at once. A press waits for frames most of its time. */
const atOnce = 4

/** Visits several places at once, each in every look, and returns what was found, in order. */
export const inEveryPressLook = async <Place>(
  places: readonly Place[],
  visit: (place: Place, look: PressLook) => Promise<string[]>,
): Promise<string[]> => {
  const left = places.flatMap(place => pressLooks.map(look => ({ place, look })))
  const found: string[] = []
  const visitNext = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      found.push(...(await visit(next.place, next.look)))
  }
  const visits = await Promise.allSettled(Array.from({ length: atOnce }, visitNext))
  for (const each of visits) if (each.status === 'rejected') throw each.reason
  return found.toSorted()
}

type Point = { x: number; y: number }
type Press = { down: (at: Point) => Promise<unknown>; up: (at: Point) => Promise<unknown> }

const clickWith = (page: Page): Press => {
  const { mouse } = page
  let before = ''
  return {
    down: async ({ x, y }) => {
      const place = `${x} ${y}`
      // A move waits for a frame, and the three presses of one target are at the same place.
      if (place !== before) await mouse.move(x, y)
      before = place
      await mouse.down()
      // A finger takes its time: what the press changes is drawn before the release.
      await page.evaluate(() => presses.settle())
    },
    up: () => mouse.up(),
  }
}

/** Its events wait for frames by themselves. */
const tapWith = (session: CDPSession): Press => {
  const send = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  return { down: at => send('touchStart', [at]), up: () => send('touchEnd', []) }
}

const pressAll = async (
  page: Page,
  press: Press,
  { known, look }: { known: Set<string>; look: string },
): Promise<string[]> => {
  const faults: string[] = []
  const all = await page.evaluate(places => presses.list(places), focusPlaces)
  const targets = all.filter(({ kind }) => !known.has(`${look} ${kind}`))
  for (const { kind } of targets) known.add(`${look} ${kind}`)
  for (const { index, name, focuses } of targets)
    for (const focus of focuses) {
      const fault = await pressOne(page, press, index, focus)
      if (fault !== null) faults.push(`${name} ${fault}, with the focus on ${focus}`)
    }
  return faults
}

const pressOne = async (page: Page, press: Press, index: number, focus: FocusPlace): Promise<string | null> => {
  const at = await page.evaluate(([n, place]) => presses.aim(n, place), [index, focus] as const)
  // What has the focus may lie over the target, as suggestions do. Without a focus nothing may.
  if ('skipped' in at) return focus === 'nothing' ? `cannot be pressed: ${at.skipped}` : null
  await press.down(at)
  await press.up(at)
  return page.evaluate(() => presses.judge())
}

/**
 * Compares where everything that can be pressed is before and after something that happens on a page, such as a script that arrives late.
 * Returns a line for each that has moved.
 */
export const movedBy = async (page: Page, happen: () => Promise<unknown>): Promise<string[]> => {
  await install(page)
  await page.evaluate(() => presses.remember())
  await happen()
  return page.evaluate(() => presses.settle().then(() => presses.moved()))
}

const install = (page: Page): Promise<unknown> => page.evaluate(`globalThis.presses = new (${PressRecorder})(); null`)
