"""What keys there are on a full screen: those of orders, the foot, the help."""
