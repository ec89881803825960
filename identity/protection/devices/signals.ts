import { z } from 'zod'

const most = { text: 200, list: 20 } as const
const word = z.string().max(most.text)
const count = z.number().min(-1e6).max(1e6)

/**
 * What a browser says of the device it runs on: nothing that names a person, and nothing that has to be drawn, played or
 * measured to find out. What is left out is unknown.
 */
export const signals = z
  .object({
    languages: z.array(word).max(most.list),
    timezone: word,
    platform: word,
    /** Width, height, depth of colour. */
    screen: z.array(count).max(3),
    pixelRatio: count,
    cores: count,
    memory: count,
    touchPoints: count,
    /** A program drives the browser, and the browser says so (WebDriver §4). */
    automated: z.boolean(),
  })
  .partial()
export type Signals = z.infer<typeof signals>

/** Browsers that are made for programs name themselves so. */
const programs = /\bHeadless|PhantomJS|Electron|\bbot\b|\bcurl\/|python|node-fetch|okhttp|java\//i

/** Whether a program says that it is one. */
export const isAutomated = ({ automated }: Signals, userAgent: string): boolean =>
  automated === true || userAgent === '' || programs.test(userAgent)
