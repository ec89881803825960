/** Path of the provider's hidden frame with the phone service, which the widget queries over a MessagePort. */
export const framePath = '/clientside-services/index.html'
export const frameMethods = ['parsedPhoneNumber', 'getExamplePhoneNumber'] as const
export type FrameMethod = (typeof frameMethods)[number]

/**
 * The provider's hidden frame, created on the first request (WIRE.md §10).
 * @param title its accessible purpose
 */
export const createFrame = <Payloads>(provider: string, title: string) => {
  let frame: HTMLIFrameElement | undefined
  let loaded: Promise<Window> | undefined

  const open = (): Promise<Window> => {
    const opened = document.createElement('iframe')
    frame = opened
    opened.hidden = true
    opened.title = title
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

  return {
    /** Never settles if the frame cannot be loaded: the caller must set a timeout. Rejects with the frame's error. */
    ask: async <Method extends keyof Payloads & string>(
      method: Method,
      argument: object,
    ): Promise<Payloads[Method]> => {
      loaded ??= open()
      const target = await loaded
      const { port1, port2 } = new MessageChannel()
      const answer = await new Promise<FrameReply<Payloads[Method]>>(resolve => {
        port1.onmessage = ({ data }) => resolve(data)
        target.postMessage({ method, args: [argument] }, new URL(provider).origin, [port2])
      })
      port1.close()
      if (!answer.success) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.payload
    },
    /** Removes the frame. The next request recreates it. */
    close: () => {
      frame?.remove()
      frame = undefined
      loaded = undefined
    },
  }
}

/** Reply on the port. Errors also have the other fields of an error body. */
type FrameReply<Answer> =
  | { success: true; payload: Answer }
  | { success: false; error: { name: string; message: string } }
