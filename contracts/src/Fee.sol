// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeTooHigh, WrongAffiliate} from "./Errors.sol";
import {Native, NATIVE} from "./lib/Native.sol";
import {Token} from "./lib/Token.sol";

/// @notice The affiliate's part of the sold amount.
library Fee {
    uint256 private constant CAP_PPM = 100_000;

    /// @notice Pays floor(amountIn · ppm / 10^6) of the sold token from the payer to the affiliate.
    /// @param fee affiliate << 96 | parts per million, at most 100,000
    /// @param amountIn gross, smallest units
    /// @return amount what was paid
    function pay(uint256 fee, address tokenIn, uint256 amountIn) internal returns (uint256 amount) {
        address affiliate = address(uint160(fee >> 96));
        uint256 ppm = uint96(fee);
        if (ppm > CAP_PPM) revert FeeTooHigh(ppm);
        if (affiliate == address(0) || affiliate == address(this)) revert WrongAffiliate(affiliate);

        amount = amountIn * ppm / 1e6;
        if (amount == 0) return 0;
        if (tokenIn == NATIVE) Native.send(affiliate, amount);
        else Token.transferFrom(tokenIn, msg.sender, affiliate, amount);
    }
}
