// What the widget and the pages of the site use of React, from Preact: an alias of their builds. Its own compatibility layer does far more.
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
