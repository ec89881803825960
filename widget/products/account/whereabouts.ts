import type { AccountSession } from '@corroborate/wire/types'
import { fill } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

/** Formats a device: `Firefox on Windows`. Pure. */
export const deviceInWords = ({ browser, system }: AccountSession['device'], texts: OwnTexts): string => {
  if (browser !== '' && system !== '') return fill(texts.onSystem, { browser, system })
  return browser || system || texts.unknownDevice
}

/** The text below an entry: its parts, and the network where it is known. Pure. */
export const whereabouts = ([said, network]: readonly [said: string, network: string], texts: OwnTexts): string =>
  [said, network !== '' && fill(texts.network, { network })].filter(Boolean).join(' · ')
