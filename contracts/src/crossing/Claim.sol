// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// What is bought for the bridge's payment, on the network where the bridge pays.
struct Delivery {
    /// The Swapline Router there.
    address router;
    /// The zero address for the native currency.
    address toAsset;
    address recipient;
    uint256 amountOutMin;
    /// The last second of the swap, seconds since 1970. Afterwards anyone may have the claim paid out.
    uint256 deadline;
}

/// A delivery that could not be made: the contract holds `amount` of `token` for its recipient.
struct Claim {
    address token;
    /// Smallest units.
    uint256 amount;
    Delivery delivery;
    /// keccak-256 of the route that came with the bridge's message: the only one that others may retry with.
    bytes32 routeHash;
}
