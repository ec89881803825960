// What the widget uses of React, from Preact: an alias of its plain script's build. Its own compatibility layer does far more.
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
