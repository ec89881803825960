import { createFrame } from '@corroborate/wire/frame'
import type { FramePayloads, ParsedPhoneNumber } from '@corroborate/wire/types'
import type { HeadlessClient } from '../../../form/index.ts'

export type PhoneService = {
  /**
   * Reads a number, in a region (ISO 3166) or with its dial code. Never settles when the frame cannot be loaded: the
   * caller must set a time limit. Rejects when the service answers that it failed.
   */
  parse: (phoneNumber: string, region?: string) => Promise<ParsedPhoneNumber>
  /** Takes the frame out of the page. The next question brings it back. */
  close: () => void
}

/**
 * Asks the provider's hidden frame about phone numbers: the numbering plans are too big for a page, and a frame of the
 * provider's own origin may ask the provider.
 */
export const createPhoneService = ({ baseUrl }: Pick<HeadlessClient, 'baseUrl'>): PhoneService => {
  const { ask, close } = createFrame<FramePayloads>(baseUrl, 'Phone numbers')
  return {
    parse: (phoneNumber, regionCode) => ask('parsedPhoneNumber', { phoneNumber, ...(regionCode && { regionCode }) }),
    close,
  }
}
