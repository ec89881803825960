import { useEffect, useLayoutEffect } from 'react'

/** A layout effect, but not on a server, where React warns of those: they never run there. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
