import { useEffect, useLayoutEffect } from 'react'

/** A layout effect; on a server an effect, because React warns of layout effects there. Neither runs there. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
