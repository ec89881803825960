export { useBeforePaint } from './use-before-paint.ts'
export {
  type Closable,
  type Toasts,
  useElementId,
  useFlowComplete,
  useNewest,
  usePendingUser,
  useUser,
  useWidget,
  type Widget,
  WidgetProvider,
} from './use-user.ts'
