// The parts of React that the widget uses, from Preact: an alias in the plain script's build. Preact's own compatibility layer does far
// more.
export { createContext, createElement, Fragment } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'preact/hooks'
