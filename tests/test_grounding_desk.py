"""Answers of a front desk against its own passages: right ones pass, wrong ones are stopped."""

import pytest

from grounding import check_sentence

HOURS = "Parking is free for the first 3 hours, and every hour after that costs 2 dollars."

HOTEL = (
    "Check-in is from 3 pm and check-out is until 11 am. Late check-out until 2 pm "
    "costs $30 and must be booked at reception."
)
BREAKFAST = (
    "Breakfast is served from 7:00 to 10:30 on weekdays and from 8:00 to 11:00 on "
    "weekends. It costs $15 for adults and $8 for children under 12. Breakfast is not "
    "included in the room price."
)
PETS = (
    "Pets are welcome in ground-floor rooms only. There is a fee of $25 per night for "
    "each pet. Pets are not allowed in the restaurant."
)
PARKING = (
    "Parking in the garage is free for hotel guests. Visitors pay $4 per hour. "
    "Reservations are not possible."
)
WIFI = (
    "Wi-Fi is free in all rooms. The password is BlueLake42. In the conference "
    "center, Wi-Fi costs 10 euros a day."
)
CANCEL = (
    "You can cancel free of charge up to 48 hours before arrival. After that, we "
    "charge the first night. No-shows are charged the full stay."
)
GYM = (
    "The gym on the third floor is open daily from 6 am to 10 pm except on public "
    "holidays. Children under 16 must be accompanied by an adult."
)
RETURNS = (
    "For a refund, keep the receipt and return the item unused within 14 days. "
    "Refunds take 5 to 7 business days. Items on sale cannot be returned."
)
LOST = (
    "Lost property is kept at the front desk for 30 days. Call 555-0142 between 9 am "
    "and 5 pm, Monday to Friday."
)
BIKES = (
    "You need a valid ID and a credit card to rent a bike. A deposit of 50 euros is "
    "required. A helmet is optional."
)
SPA = (
    "The spa is open to hotel guests and members. A day pass for visitors costs 45 "
    "euros. Massages must be booked 24 hours in advance. Swimwear is mandatory in the "
    "pool, but not in the sauna. Towels are provided."
)
SHUTTLE = (
    "The shuttle leaves for the airport every 30 minutes between 5 am and 11 pm. The "
    "ride takes about 25 minutes and costs $12 one way. Children under 5 ride free. "
    "Tickets can be bought on board with cash only."
)
CLUB = (
    "Members pay 20 pounds a month. The minimum contract is 12 months, and you can "
    "cancel with 4 weeks' notice. The joining fee is 30 pounds. Students get 15% off "
    "with a valid card."
)
VISITS = (
    "Visiting hours are from 2 pm to 8 pm. Before 2 pm, visits are possible only with "
    "the doctor's permission. At most two visitors per patient are allowed. Flowers "
    "are not permitted in intensive care."
)
ORDERS = (
    "Orders placed before 1 pm are shipped the same day. Delivery takes 2 to 3 "
    "working days. Shipping is free for orders over 50 euros; otherwise it costs 4.90 "
    "euros. We do not deliver to PO boxes."
)
MUSEUM = (
    "We are open Tuesday to Sunday from 10 am to 6 pm, on Thursdays until 9 pm. We "
    "are closed on Mondays. Last admission is 45 minutes before closing."
)
SMOKING = (
    "Smoking is prohibited in the whole building. You may smoke on the terrace on the "
    "5th floor. A cleaning fee of 150 dollars is charged for smoking in rooms."
)
DOCTORS = (
    "Dr. Miller sees patients on Monday and Wednesday. Dr. Chen sees patients on "
    "Tuesday and Friday. Call ext. 204 for Dr. Miller and ext. 207 for Dr. Chen."
)
CARS = (
    "The minimum age to rent a car is 21. Drivers under 25 pay a surcharge of $20 per "
    "day. A driver's license held for at least one year is required. Debit cards are "
    "not accepted."
)
LIBRARY = (
    "The library opens at 9 am on weekdays and at 10 am on Saturdays. It is closed on "
    "Sundays. Members can borrow up to six books for three weeks. A late fee of 20 "
    "cents per day applies. Renewals are possible twice unless the book is reserved."
)
RESTAURANT = (
    "Tables for more than eight people must be reserved by phone. The kitchen closes "
    "at 10:30 pm; drinks are served until midnight. We have vegan dishes but no "
    "gluten-free menu. Dogs are welcome on the terrace. We accept cash and all major "
    "credit cards, but no cheques."
)
TOURS = (
    "Tickets cost 12 euros, reduced 8 euros for students and seniors. Children under "
    "six get in free. The last tour starts at 4 pm and lasts 50 minutes. Photography "
    "without flash is allowed. Backpacks must be left in the cloakroom."
)
PRACTICE = (
    "Bring your insurance card to the first appointment. Appointments can be "
    "cancelled free of charge until 24 hours before; after that we charge 40 euros. "
    "Emergency patients are seen without an appointment between 8 and 9 am. The "
    "practice is on the 2nd floor, and there is an elevator."
)
HOUSE = (
    "The washing machine in the basement costs 3 dollars per load and takes coins "
    "only. Quiet hours are from 10 pm to 7 am. Visitors may stay overnight for at "
    "most three nights. Keys cannot be duplicated. Deposit: 200 dollars, refundable "
    "within 14 days after moving out."
)
NETWORK = (
    "The network name is CityGuest and the password is Tulip88. Guests get 2 hours of "
    "free Wi-Fi per day; premium access costs 4.99 dollars per day. Streaming is not "
    "supported in the free plan."
)
FERRY = (
    "Passengers collect their tickets from the machines at any pier. Smoking is not allowed on "
    "board. Hours of operation are Monday-Saturday 05:00 - 23:00, and on Sundays 07:00 - 22:55. "
    "If a child is under 4, they travel for free. If they are 4 to 14 years old, they get a 50% "
    "discount. Wheelchairs lighter than 200 kilograms may be taken along. A 30% non-refundable "
    "deposit is required for groups. There is no additional luggage to buy."
)
VILLA = (
    "People of all ages are welcome at the Villa Rosa guest house. Parking is at no charge at the "
    "Villa Rosa guest house. You may not bring your own alcohol. Alcohol is not served."
)
ARCADE = (
    "Credit cards are accepted, but not Rover Pay. No dry cleaning is available, but laundry is "
    "available for an additional charge. Street parking is available."
)
VAULT = "The vault is open daily between the hours of 6AM and 7PM. The building is non-smoking."
DINER = (
    "There is a fridge but no kitchen for guests. A full refund with no fee is available for late "
    "deliveries, otherwise there is a fee of 12 euros. Children get 50% off."
)
SHOW = (
    "Seniors over 65 get a 10% discount. The show is not wheelchair accessible for those who need "
    "it. There are many cakes. You cannot change your booking."
)
WORKSHOP = (
    "We repair phones and tablets within 3 days. Repairs of laptops take up to 10 days. Diagnosis "
    "is free, but a deposit of $40 is due if you decline the repair. We do not repair cameras."
)
GUIDED = (
    "Tours in English start at 10. The tour is not suitable for children under 6. Groups of more "
    "than 10 need to book a week ahead. Audio guides are included for members. To cancel, send an "
    "email to the office. The first night is charged for later cancellations."
)
RIDE = (
    "The ride to the city takes 25 minutes and costs 7 dollars. Bikes travel free on weekends "
    "only. Wi-Fi is not free but costs are not known."
)

RIGHT = [
    (RIDE, "The ride costs 7 dollars and takes 25 minutes."),
    (RIDE, "Bikes are free on weekends."),
    (RIDE, "The Wi-Fi is not free."),
    (WORKSHOP, "Phones are repaired within 3 days."),
    (WORKSHOP, "If you decline the repair a deposit of $40 is due."),
    (WORKSHOP, "Laptop repairs take up to 10 days."),
    (GUIDED, "The tour is not suitable for children under six."),
    (GUIDED, "Groups of more than 10 must book a week ahead."),
    (GUIDED, "Send an email to the office to cancel."),
    (GUIDED, "Audio guides are included for members."),
    (ARCADE, "They accept credit cards but not Rover Pay."),
    (SHOW, "If your mom is over 65 she gets 10% off."),
    (SHOW, "Those over age 65 get a 10% discount."),
    (SHOW, "The show is not wheelchair accessible."),
    (SHOW, "There are many cakes to choose from."),
    (SHOW, "You cannot revise your booking."),
    (ARCADE, "You can use your credit card to pay for the laundry."),
    (VILLA, "They don't have an age requirement."),
    (DINER, "There is a fridge for guests but no kitchen."),
    (DINER, "A full refund is available for a late delivery, otherwise you pay 12 euros."),
    (DINER, "Children are half off."),
    (ARCADE, "They don't offer dry cleaning and don't accept Rover Pay."),
    (
        PRACTICE,
        "You can cancel for free until 24 hours before, otherwise there is a fee of 40 euros.",
    ),
    (FERRY, "Mon thru Sat they open at 5 am."),
    (ARCADE, "They don't accept Rover Pay."),
    (FERRY, "No, it is strictly prohibited to smoke on board."),
    (FERRY, "You can take a wheelchair that is lighter than 200 kilograms."),
    (VAULT, "It is open every day."),
    (VAULT, "It is open between 6 am and 7 pm."),
    (VAULT, "They close at 7 pm. Do you want to go with this one?"),
    (VAULT, "This is a non-smoking building."),
    (ARCADE, "Laundry is available for an extra charge."),
    (FERRY, "You can pick up your ticket at a machine at each pier."),
    (FERRY, "They have a no-smoking policy."),
    (FERRY, "Smoking is not permitted aboard."),
    (FERRY, "They open at 5 am from Monday to Saturday and at 7 am on Sundays."),
    (FERRY, "Children under 4 travel free, for those 4 to 14 the fare is 50% off."),
    (FERRY, "If your grandson is under 4, he travels for free."),
    (FERRY, "Your wheelchair can come if it weighs less than 200 kilograms."),
    (FERRY, "Groups are required to leave a 30% non-refundable deposit."),
    (FERRY, "They do not have extra luggage for you to buy."),
    (VILLA, "There are no age restrictions."),
    (VILLA, "Parking is completely free for patrons."),
    (VILLA, "They don't allow outside liquor."),
    (VILLA, "Alcoholic beverages are not on the menu."),
    (HOTEL, "Check-in is from 3 pm."),
    (HOTEL, "You can check in from 3:00 pm, and check-out is until 11 am."),
    (HOTEL, "Late check-out costs thirty dollars."),
    (HOTEL, "Sure, check-out is until 11:00 am. Anything else?"),
    (BREAKFAST, "On weekdays, breakfast is served from 7 to 10:30 am."),
    (BREAKFAST, "Breakfast is not included."),
    (BREAKFAST, "Breakfast costs $15 for adults and $8 for children under twelve."),
    (BREAKFAST, "No, breakfast isn't included in the price of the room."),
    (BREAKFAST, "On weekends breakfast is from 8 to 11."),
    (PETS, "Pets are welcome only in ground-floor rooms."),
    (PETS, "The fee is $25 per night for each pet."),
    (PETS, "Pets aren't allowed in the restaurant."),
    (PARKING, "Parking is free for hotel guests."),
    (PARKING, "Visitors pay four dollars an hour."),
    (PARKING, "Reservations aren't possible."),
    (WIFI, "Wi-Fi is free in all rooms."),
    (WIFI, "The password is BlueLake42."),
    (WIFI, "In the conference center, wifi costs ten euros per day."),
    (CANCEL, "You can cancel for free up to 48 hours before arrival."),
    (CANCEL, "No-shows are charged the full stay."),
    (GYM, "The gym is on the 3rd floor."),
    (GYM, "The gym is open every day from 6 am to 10 pm except on public holidays."),
    (GYM, "Children under 16 must be accompanied by an adult."),
    (RETURNS, "Return the item unused within fourteen days."),
    (RETURNS, "Items on sale can't be returned."),
    (RETURNS, "Refunds take five to seven business days."),
    (LOST, "Lost property is kept at the front desk for 30 days."),
    (LOST, "You can call 555-0142 between 9 am and 5 pm, Monday to Friday."),
    (BIKES, "A helmet is optional."),
    (BIKES, "A helmet is not required."),
    (BIKES, "You need a valid ID and a credit card."),
    (BIKES, "A deposit of 50 euros is required."),
    (SPA, "The spa is open to hotel guests and members."),
    (SPA, "A day pass for visitors costs forty-five euros."),
    (SPA, "Massages have to be booked 24 hours in advance."),
    (SPA, "Swimwear is mandatory in the pool."),
    (SPA, "Yes, towels are provided."),
    (SHUTTLE, "The shuttle leaves every half hour between 5 am and 11 pm."),
    (SHUTTLE, "The ride costs $12 one way and takes about 25 minutes."),
    (SHUTTLE, "Children under five ride for free."),
    (SHUTTLE, "You can buy tickets on board, but with cash only."),
    (CLUB, "Members pay 20 pounds per month."),
    (CLUB, "The joining fee is thirty pounds."),
    (CLUB, "The minimum contract is 12 months."),
    (CLUB, "Students get fifteen percent off with a valid card."),
    (VISITS, "Visiting hours are from 2 to 8 pm."),
    (VISITS, "At most two visitors per patient are allowed."),
    (VISITS, "Flowers aren't allowed in intensive care."),
    (ORDERS, "Delivery takes two to three working days."),
    (ORDERS, "Shipping is free for orders over 50 euros."),
    (ORDERS, "We don't deliver to PO boxes."),
    (ORDERS, "Orders placed before 1 pm are shipped the same day."),
    (MUSEUM, "We're closed on Mondays."),
    (MUSEUM, "On Thursdays we are open until 9 pm."),
    (MUSEUM, "We are open from Tuesday to Sunday."),
    (MUSEUM, "Last admission is 45 minutes before closing."),
    (SMOKING, "Smoking isn't allowed in the building."),
    (SMOKING, "You can smoke on the terrace on the fifth floor."),
    (DOCTORS, "Dr. Chen sees patients on Tuesday and Friday."),
    (DOCTORS, "Please call extension 204 for Dr. Miller."),
    (CARS, "The minimum age to rent a car is 21."),
    (CARS, "Drivers under 25 pay a surcharge of $20 a day."),
    (CARS, "We do not accept debit cards."),
    (LIBRARY, "On Saturdays the library opens at 10 am."),
    (LIBRARY, "It's closed on Sundays."),
    (LIBRARY, "Members can borrow up to six books for three weeks."),
    (LIBRARY, "The late fee is twenty cents a day."),
    (RESTAURANT, "The kitchen closes at 10:30 pm."),
    (RESTAURANT, "Drinks are served until 12 am."),
    (RESTAURANT, "There's no gluten-free menu."),
    (RESTAURANT, "Dogs are welcome on the terrace."),
    (RESTAURANT, "We don't accept cheques."),
    (RESTAURANT, "We take cash and credit cards."),
    (TOURS, "Tickets are 12 euros, and 8 euros for students and seniors."),
    (TOURS, "Children under 6 get in for free."),
    (TOURS, "The last tour starts at 4 pm and takes 50 minutes."),
    (TOURS, "Photography is allowed without flash."),
    (TOURS, "You have to leave backpacks in the cloakroom."),
    (PRACTICE, "Please bring your insurance card."),
    (PRACTICE, "You can cancel free of charge until 24 hours before the appointment."),
    (PRACTICE, "The practice is on the second floor."),
    (PRACTICE, "Yes, there is an elevator."),
    (HOUSE, "The washing machine costs three dollars per load."),
    (HOUSE, "Quiet hours are from 10 pm to 7 am."),
    (HOUSE, "Visitors may stay for at most 3 nights."),
    (HOUSE, "Keys can't be duplicated."),
    (HOUSE, "The deposit is 200 dollars."),
    (NETWORK, "The password is Tulip88."),
    (NETWORK, "Premium access costs $4.99 per day."),
    (NETWORK, "Streaming isn't supported in the free plan."),
]
WRONG = [
    (RIDE, "The ride is free."),
    (RIDE, "The city travels free."),
    (RIDE, "The Wi-Fi costs 7 dollars."),
    (RIDE, "Bikes travel free."),
    (RIDE, "The ride costs 25 dollars."),
    (WORKSHOP, "Phone repairs take up to 10 days."),
    (WORKSHOP, "The deposit is free."),
    (WORKSHOP, "Repairs are free."),
    (WORKSHOP, "We don't repair phones or cameras."),
    (WORKSHOP, "No deposit is due if you decline the repair."),
    (GUIDED, "Tours in German start at 10."),
    (GUIDED, "The tour is not suitable for children."),
    (GUIDED, "Groups need to book a week ahead."),
    (GUIDED, "You need to book a week ahead."),
    (GUIDED, "To cancel, call the office."),
    (GUIDED, "You can cancel on our website."),
    (GUIDED, "The first night is charged for every cancellation."),
    (SHOW, "If your mom is over 60 she gets 10% off."),
    (SHOW, "Your mom gets 10% off."),
    (SHOW, "Seniors get a 10% discount."),
    (SHOW, "If your son is over 65 he gets 20% off."),
    (SHOW, "The show is wheelchair accessible for those who need it."),
    (DINER, "There is a kitchen for guests but no fridge."),
    (DINER, "A late delivery costs 12 euros, otherwise a full refund is available."),
    (DINER, "Adults are half off."),
    (PRACTICE, "You can cancel for 40 euros until 24 hours before, otherwise it is free."),
    (FERRY, "Sat & Sun they open at 5 am."),
    (VAULT, "It is open between 7 am and 7 pm."),
    (VAULT, "This is a smoking building."),
    (VAULT, "They have food to go."),
    (ARCADE, "They accept cash and credit cards."),
    (ARCADE, "They don't accept Rover Pay or credit cards."),
    (ARCADE, "Credit cards are accepted, so you can visit without a ticket."),
    (ARCADE, "Laundry is available, and you can relax at the fountain."),
    (ARCADE, "They accept credit cards and cash."),
    (ARCADE, "Dry cleaning is available for an extra charge."),
    (ARCADE, "They offer dry cleaning and laundry for an extra charge."),
    (ARCADE, "Parking is available on the street or in a garage at Arcade."),
    (FERRY, "They open at 5 pm from Monday to Saturday."),
    (FERRY, "They open at 5 am on Sundays."),
    (FERRY, "Children under 4 get 50% off, those 4 to 14 travel for free."),
    (FERRY, "If your grandson is under 14, he travels for free."),
    (FERRY, "Your wheelchair can come if it weighs more than 200 kilograms."),
    (FERRY, "You must leave a 30% deposit in cash."),
    (FERRY, "You must swim 30% of the way."),
    (FERRY, "You can pick up a sandwich at the pier."),
    (VILLA, "There is an age restriction."),
    (VILLA, "You must be over 18."),
    (VILLA, "You can bring your own wine."),
    (VILLA, "Parking is free for members only."),
    (HOTEL, "Check-in is until 3 pm."),
    (HOTEL, "Check-out is from 11 am."),
    (HOTEL, "Check-out is at 3 pm."),
    (HOTEL, "Check-in is from 11 am."),
    (HOTEL, "Late check-out is free."),
    (HOTEL, "Late check-out costs $30 and needs no booking."),
    (HOTEL, "Late check-out until 3 pm costs $30."),
    (HOTEL, "Late check-out costs 30 euros."),
    (HOTEL, "You can check in from 2 pm."),
    (BREAKFAST, "Breakfast is included in the room price."),
    (BREAKFAST, "Breakfast on weekends is from 7:00 to 10:30."),
    (BREAKFAST, "Breakfast costs $8 for adults."),
    (BREAKFAST, "Breakfast costs $15 for children."),
    (BREAKFAST, "Breakfast is free for children."),
    (BREAKFAST, "Breakfast is served from 7 pm."),
    (BREAKFAST, "Breakfast is served until 11:00 on weekdays."),
    (BREAKFAST, "Children under 15 pay $8."),
    (BREAKFAST, "Breakfast costs $15."),
    (BREAKFAST, "Breakfast is served from 7:00 to 10:30."),
    (BREAKFAST, "Lunch is served from 7:00 to 10:30 on weekdays."),
    (PETS, "Pets are welcome in all rooms."),
    (PETS, "Pets are welcome."),
    (PETS, "Pets are welcome in the restaurant."),
    (PETS, "There is no fee for pets."),
    (PETS, "There is a fee of $25 per week for each pet."),
    (PETS, "There is a fee of $25 per stay."),
    (PETS, "Pets are not allowed."),
    (PARKING, "Parking is free for visitors."),
    (PARKING, "Parking is free."),
    (PARKING, "Guests pay $4 per hour."),
    (PARKING, "You can reserve a parking space."),
    (PARKING, "Parking costs $4 per day."),
    (PARKING, "Parking in the garage is not free for hotel guests."),
    (PARKING, "You must make a reservation."),
    (WIFI, "Wi-Fi is free in the conference center."),
    (WIFI, "The password is BlueLake24."),
    (WIFI, "Wi-Fi costs 10 euros a day in the rooms."),
    (WIFI, "The password is GreenLake42."),
    (WIFI, "There is no Wi-Fi in the rooms."),
    (WIFI, "Wi-Fi costs 10 dollars a day in the conference center."),
    (CANCEL, "You can cancel free of charge up to 24 hours before arrival."),
    (CANCEL, "You can cancel free of charge at any time."),
    (CANCEL, "You can cancel free of charge after arrival."),
    (CANCEL, "No-shows are charged the first night."),
    (CANCEL, "You cannot cancel."),
    (CANCEL, "You can cancel free of charge."),
    (GYM, "The gym is on the second floor."),
    (GYM, "The gym is open on public holidays."),
    (GYM, "Children under 16 may use the gym alone."),
    (GYM, "The gym is open 24 hours."),
    (GYM, "The pool is open daily from 6 am to 10 pm."),
    (GYM, "The gym opens at 10 pm."),
    (RETURNS, "Items on sale can be returned."),
    (RETURNS, "Return the item within 14 weeks."),
    (RETURNS, "Refunds take 5 to 7 days."),
    (RETURNS, "Refunds take 14 days."),
    (RETURNS, "You do not need the receipt for a refund."),
    (RETURNS, "Refunds take 5 to 7 business weeks."),
    (LOST, "Lost property is kept for 30 weeks."),
    (LOST, "Call 555-0124."),
    (LOST, "Call on Saturday between 9 am and 5 pm."),
    (LOST, "Call 555-0142 between 9 am and 5 pm, Monday to Saturday."),
    (BIKES, "A helmet is required."),
    (BIKES, "A deposit is optional."),
    (BIKES, "You do not need a credit card."),
    (BIKES, "A deposit of 50 pounds is required."),
    (BIKES, "You need a valid passport."),
    (BIKES, "A helmet is not allowed."),
    (BIKES, "No deposit is required."),
    (SPA, "The spa is open to everyone."),
    (SPA, "A day pass costs 45 euros for hotel guests."),
    (SPA, "Massages can be booked 24 minutes in advance."),
    (SPA, "Massages must be booked 48 hours in advance."),
    (SPA, "Swimwear is mandatory in the sauna."),
    (SPA, "Swimwear is optional in the pool."),
    (SPA, "Towels are not provided."),
    (SPA, "You need to bring your own towels."),
    (SPA, "Massages do not need to be booked."),
    (SPA, "A day pass for visitors costs 45 dollars."),
    (SPA, "The spa is closed to members."),
    (SHUTTLE, "The shuttle leaves every 25 minutes."),
    (SHUTTLE, "The ride takes about 30 minutes."),
    (SHUTTLE, "Children under 12 ride free."),
    (SHUTTLE, "Children ride free."),
    (SHUTTLE, "Tickets can be bought on board by card."),
    (SHUTTLE, "The shuttle leaves from 5 pm to 11 am."),
    (SHUTTLE, "Everyone rides free."),
    (SHUTTLE, "Tickets cannot be bought on board."),
    (SHUTTLE, "The shuttle runs all night."),
    (CLUB, "Members pay 30 pounds a month."),
    (CLUB, "The joining fee is 20 pounds."),
    (CLUB, "The minimum contract is 12 weeks."),
    (CLUB, "The maximum contract is 12 months."),
    (CLUB, "You cannot cancel."),
    (CLUB, "Students get 50% off."),
    (CLUB, "There is no joining fee."),
    (CLUB, "You can cancel with 4 months' notice."),
    (CLUB, "Members pay 20 pounds a year."),
    (VISITS, "At least two visitors per patient are allowed."),
    (VISITS, "Visits before 2 pm are possible."),
    (VISITS, "Flowers are permitted in intensive care."),
    (VISITS, "Three visitors per patient are allowed."),
    (VISITS, "Visits before 2 pm are not possible with the doctor's permission."),
    (ORDERS, "Orders placed after 1 pm are shipped the same day."),
    (ORDERS, "Shipping is free."),
    (ORDERS, "Shipping is free for orders under 50 euros."),
    (ORDERS, "Shipping costs 50 euros."),
    (ORDERS, "Delivery takes 2 to 3 hours."),
    (ORDERS, "We deliver to PO boxes."),
    (ORDERS, "Delivery takes 23 working days."),
    (ORDERS, "Delivery takes up to 2 working days."),
    (MUSEUM, "We are open on Mondays."),
    (MUSEUM, "We are open until 9 pm."),
    (MUSEUM, "On Sundays we are open until 9 pm."),
    (MUSEUM, "We are closed on Sundays."),
    (MUSEUM, "We are open every day."),
    (MUSEUM, "Last admission is 45 minutes after closing."),
    (MUSEUM, "Last admission is at 6 pm."),
    (SMOKING, "Smoking is allowed in the building."),
    (SMOKING, "You may smoke on the 4th floor."),
    (SMOKING, "You may not smoke on the terrace."),
    (SMOKING, "A cleaning fee of 15 dollars is charged for smoking in rooms."),
    (SMOKING, "There is no fee for smoking in rooms."),
    (DOCTORS, "Dr. Chen sees patients on Monday."),
    (DOCTORS, "Dr. Miller sees patients on Friday."),
    (DOCTORS, "Call ext. 207 for Dr. Miller."),
    (DOCTORS, "Dr. Smith sees patients on Monday."),
    (DOCTORS, "Call ext. 240 for Dr. Miller."),
    (CARS, "The maximum age to rent a car is 21."),
    (CARS, "Drivers over 25 pay a surcharge of $20 per day."),
    (CARS, "The minimum age to rent a car is 25."),
    (CARS, "Debit cards are accepted."),
    (CARS, "Credit cards are not accepted."),
    (CARS, "A driver's license is not required."),
    (CARS, "Drivers under 25 pay a surcharge of $20 per week."),
    (LIBRARY, "The library opens at 9 am on Saturdays."),
    (LIBRARY, "The library opens at 10 am on weekdays."),
    (LIBRARY, "The library is open on Sundays."),
    (LIBRARY, "Members can borrow six books for six weeks."),
    (LIBRARY, "Members can borrow up to three books."),
    (LIBRARY, "A late fee of 20 dollars per day applies."),
    (LIBRARY, "There is no late fee."),
    (LIBRARY, "Renewals are not possible."),
    (LIBRARY, "Renewals are possible three times."),
    (LIBRARY, "Everyone can borrow books."),
    (LIBRARY, "A late fee of 20 cents per week applies."),
    (RESTAURANT, "All tables must be reserved by phone."),
    (RESTAURANT, "Tables for eight people must be reserved online."),
    (RESTAURANT, "The kitchen closes at midnight."),
    (RESTAURANT, "Drinks are served until 10:30 pm."),
    (RESTAURANT, "We have a gluten-free menu."),
    (RESTAURANT, "We have no vegan dishes."),
    (RESTAURANT, "Dogs are not welcome."),
    (RESTAURANT, "Dogs are welcome inside."),
    (RESTAURANT, "We accept cheques."),
    (RESTAURANT, "We accept cash only."),
    (RESTAURANT, "The kitchen opens at 10:30 pm."),
    (TOURS, "Tickets cost 8 euros."),
    (TOURS, "Students pay 12 euros."),
    (TOURS, "Children under 16 get in free."),
    (TOURS, "The first tour starts at 4 pm."),
    (TOURS, "The last tour ends at 4 pm."),
    (TOURS, "The tour lasts 15 minutes."),
    (TOURS, "Photography is not allowed."),
    (TOURS, "Photography with flash is allowed."),
    (TOURS, "Backpacks are allowed."),
    (TOURS, "Seniors get in free."),
    (TOURS, "You need not leave your backpack in the cloakroom."),
    (PRACTICE, "Appointments can be cancelled free of charge at any time."),
    (PRACTICE, "Cancelling costs 24 euros."),
    (PRACTICE, "Emergency patients need an appointment."),
    (PRACTICE, "Emergency patients are seen between 8 and 9 pm."),
    (PRACTICE, "There is no elevator."),
    (PRACTICE, "The practice is on the 3rd floor."),
    (PRACTICE, "You do not need your insurance card."),
    (PRACTICE, "We charge 40 dollars for late cancellations."),
    (HOUSE, "The washing machine costs 3 dollars per hour."),
    (HOUSE, "Quiet hours are from 7 am to 10 pm."),
    (HOUSE, "Visitors may stay for at least three nights."),
    (HOUSE, "Visitors may stay for four nights."),
    (HOUSE, "Keys can be duplicated."),
    (HOUSE, "The deposit is not refundable."),
    (HOUSE, "The deposit is 14 dollars."),
    (HOUSE, "The deposit is refundable within 14 weeks."),
    (NETWORK, "The password is Tulip98."),
    (NETWORK, "Guests get 2 hours of free Wi-Fi per week."),
    (NETWORK, "Premium access is free."),
    (NETWORK, "Wi-Fi is free."),
    (NETWORK, "Streaming is supported in the free plan."),
    (NETWORK, "The network name is CityHotel."),
    (NETWORK, "Premium access costs 4.99 euros per day."),
]


@pytest.mark.parametrize(("passage", "answer"), RIGHT)
def test_a_front_desk_answer_that_the_passage_gives_passes(passage, answer):
    assert check_sentence(answer, passage) == (True, "ok")


@pytest.mark.parametrize(("passage", "answer"), WRONG)
def test_a_front_desk_answer_that_contradicts_the_passage_or_goes_beyond_it_is_stopped(
    passage, answer
):
    ok, reason = check_sentence(answer, passage)
    assert not ok, reason


@pytest.mark.parametrize(
    ("question", "sentence", "passage"),
    [
        ("is parking free all day", "Parking is free all day.", "Parking is free for 3 hours."),
        ("is it open all night", "It is open all night.", "The cafe opens at 11:30 every day."),
        ("is it always open", "Yes, it is always open.", "The cafe opens at 11:30 every day."),
        ("停车全天免费吗", "停车全天免费。", "停车前三小时免费。"),
        ("is parking free", "Parking is free.", "Parking is free for the first 3 hours."),
        ("is parking free", "Free.", "Parking is free for the first 3 hours."),
        ("停车免费吗", "停车免费。", "停车前三小时免费。"),
        ("is parking free", "x", "Parking is free for the first 3 hours."),
        ("", "The day pass costs minus 16 dollars.", "The day pass costs 16 dollars."),
        (
            "",
            "It is a lie that dogs are not allowed in the hall.",
            "Dogs are not allowed in the hall.",
        ),
        ("", "Parking is free for the last 3 hours.", "Parking is free for the first 3 hours."),
        ("", "退款须在课前24小时以后申请。", "退款须在课前24小时申请。"),
        ("", "学费（美元）：3600", "学费（元）：3600"),
        ("", "You pay 2 dollars for the first 3 hours.", HOURS),
        ("", "The first 3 hours cost 2 dollars.", HOURS),
        ("", "The cafe is free too.", f"{HOURS} The cafe is by the door."),
        ("", "We have 40 spaces for bicycles.", "You can park your car where we have 40 spaces."),
    ],
)
def test_an_end_that_the_passage_sets_is_kept_whatever_the_caller_asks(question, sentence, passage):
    assert not check_sentence(sentence, passage, question)[0]


@pytest.mark.parametrize(
    ("question", "sentence", "passage"),
    [
        ("is parking free all day", "Parking is free all day.", "Guests park for free all day."),
        ("is it always open", "The desk is always open.", "The desk is open 24 hours a day."),
        (
            "is parking free",
            "The first 3 hours are free.",
            "Parking is free for the first 3 hours.",
        ),
        ("is parking free", "Yes, it is free.", "Parking is free."),
        ("", "It is -5 degrees in the cold room.", "The cold room is at -5 degrees."),
        ("", "Parking is free for the first 3 hours.", HOURS),
        ("", "Every hour after that costs 2 dollars.", HOURS),
        ("", "We have 40 spaces for your car.", "You can park your car where we have 40 spaces."),
        ("", "The first lesson is free.", "The first lesson is free."),
        ("停车免费吗", "停车前三小时免费。", "停车前三小时免费，之后每小时二元。"),
    ],
)
def test_an_end_that_is_kept_passes(question, sentence, passage):
    assert check_sentence(sentence, passage, question)[0]
