export { ProductPart, ScreenView } from './ProductPart.tsx'
export {
  type LoadedViews,
  LoadedViewsProvider,
  type PhoneFormProps,
  type SigningProps,
  useEnterEmail,
  type Views,
  type ViewsOf,
  type ViewsSource,
} from './views.ts'
