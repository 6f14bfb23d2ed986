export default function Notices() {
  return null;
}
