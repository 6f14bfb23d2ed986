export default function Palette({ onClose: _onClose }: { readonly onClose: () => void }) {
  return null;
}
