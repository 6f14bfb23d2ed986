export default function UploadTray() {
  return null;
}
