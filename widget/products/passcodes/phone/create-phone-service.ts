import { type FrameMethod, framePath } from '@corroborate/wire/frame'
import type { FrameAnswer, FramePayloads, ParsedPhoneNumber } from '@corroborate/wire/types'
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
 * Asks the provider's hidden frame about phone numbers (WIRE §10): the numbering plans are too big for a page, and a frame
 * of the provider's own origin may ask the provider. It is put into the page by the first question.
 */
export const createPhoneService = ({ baseUrl: provider }: Pick<HeadlessClient, 'baseUrl'>): PhoneService => {
  let frame: HTMLIFrameElement | undefined
  let loaded: Promise<Window> | undefined

  const open = (): Promise<Window> => {
    const opened = document.createElement('iframe')
    frame = opened
    opened.hidden = true
    opened.title = 'Phone numbers'
    // The provider checks the origin that embeds the frame, so it is sent even where the page's own referrer policy withholds it.
    opened.referrerPolicy = 'origin'
    opened.src = provider + framePath
    const ready = new Promise<Window>(resolve => {
      opened.addEventListener('load', () => opened.contentWindow !== null && resolve(opened.contentWindow), {
        once: true,
      })
    })
    document.body.append(opened)
    return ready
  }

  const ask = async <Method extends FrameMethod>(method: Method, argument: object): Promise<FramePayloads[Method]> => {
    loaded ??= open()
    const target = await loaded
    const { port1, port2 } = new MessageChannel()
    const answer = await new Promise<FrameAnswer<FramePayloads[Method]>>(resolve => {
      port1.onmessage = ({ data }) => resolve(data)
      target.postMessage({ method, args: [argument] }, new URL(provider).origin, [port2])
    })
    port1.close()
    if (!answer.success) throw new Error(answer.error.message)
    return answer.payload
  }

  return {
    parse: (phoneNumber, regionCode) => ask('parsedPhoneNumber', { phoneNumber, ...(regionCode && { regionCode }) }),
    close: () => {
      frame?.remove()
      frame = undefined
      loaded = undefined
    },
  }
}
