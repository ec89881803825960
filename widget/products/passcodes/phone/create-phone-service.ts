import { createFrame } from '@corroborate/wire/frame'
import type { FramePayloads, ParsedPhoneNumber } from '@corroborate/wire/types'
import type { HeadlessClient } from '../../../form/index.ts'

export type PhoneService = {
  /**
   * Reads a number, in a region (ISO 3166) or with its dial code. Never settles when the frame cannot be loaded: the
   * caller must set a time limit. Rejects when the service answers that it failed.
   */
  parse: (phoneNumber: string, region?: string) => Promise<ParsedPhoneNumber>
  /** Removes the frame. The next request recreates it. */
  close: () => void
}

/**
 * Phone number service in the provider's hidden frame: the numbering plans are too big for a page, and a same-origin frame can query the
 * provider.
 */
export const createPhoneService = ({ baseUrl }: Pick<HeadlessClient, 'baseUrl'>): PhoneService => {
  const { ask, close } = createFrame<FramePayloads>(baseUrl, 'Phone numbers')
  return {
    parse: (phoneNumber, regionCode) => ask('parsedPhoneNumber', { phoneNumber, ...(regionCode && { regionCode }) }),
    close,
  }
}
