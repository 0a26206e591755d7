// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// @notice Withholds a part of what one account, a pool, sends or receives, and some units of every transfer.
contract TradeTaxToken is PlainToken {
    address private pool;
    uint256 private boughtPpm;
    uint256 private soldPpm;
    uint256 private units;

    function setTax(address pool_, uint256 boughtPpm_, uint256 soldPpm_, uint256 units_) external {
        (pool, boughtPpm, soldPpm, units) = (pool_, boughtPpm_, soldPpm_, units_);
    }

    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        uint256 ppm = from == pool ? boughtPpm : to == pool ? soldPpm : 0;
        balanceOf[to] -= amount * ppm / 1_000_000 + units;
    }
}
