import { z } from 'zod'

const most = { text: 200, list: 20 } as const
const word = z.string().max(most.text)
const count = z.number().min(-1e6).max(1e6)

/**
 * Browser signals about its device: no personal data, and nothing that needs rendering, audio or timing to measure. Missing values are
 * unknown.
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
    /** The browser reports that it is automated (WebDriver §4). */
    automated: z.boolean(),
  })
  .partial()
export type Signals = z.infer<typeof signals>

/** Browsers that are made for programs name themselves so. */
const programs = /\bHeadless|PhantomJS|Electron|\bbot\b|\bcurl\/|python|node-fetch|okhttp|java\//i

/** True if the client identifies itself as automated. */
export const isAutomated = ({ automated }: Signals, userAgent: string): boolean =>
  automated === true || userAgent === '' || programs.test(userAgent)
