type Transition = { ready: Promise<unknown>; finished: Promise<unknown>; updateCallbackDone: Promise<unknown> }

/**
 * Takes the rejections of view transitions between pages: a browser skips one when the next page is slow, hidden or on another
 * origin such as the checkout, which is no error.
 */
export const settleTransitions = (): void => {
  for (const type of ['pageswap', 'pagereveal'])
    addEventListener(type, event => {
      const { viewTransition } = event as Event & { viewTransition?: Transition | null }
      for (const name of ['ready', 'finished', 'updateCallbackDone'] as const)
        viewTransition?.[name]?.catch(() => undefined)
    })
}
