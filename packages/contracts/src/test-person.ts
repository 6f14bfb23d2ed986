/** A valid employee. */
export const person = {
  firstName: 'Łukasz',
  lastName: 'Nowak',
  phoneNumber: '+48 600 100 200',
  email: 'lukasz@feusa.example',
  role: 'Mechanic',
  location: 'Poznań',
  department: 'Workshop',
  manager: 'Ann Miller',
};
