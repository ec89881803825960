type Transition = { ready: Promise<unknown>; finished: Promise<unknown>; updateCallbackDone: Promise<unknown> }

/**
 * Ignores rejections of cross-page view transitions: browsers skip one if the next page is slow, hidden or on another origin such as the
 * checkout.
 */
export const settleTransitions = (): void => {
  for (const type of ['pageswap', 'pagereveal'])
    addEventListener(type, event => {
      const { viewTransition } = event as Event & { viewTransition?: Transition | null }
      for (const name of ['ready', 'finished', 'updateCallbackDone'] as const)
        viewTransition?.[name]?.catch(() => undefined)
    })
}
