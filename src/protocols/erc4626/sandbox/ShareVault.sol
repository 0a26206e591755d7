// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20, ERC4626, IERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// OpenZeppelin's vault; only the number of share decimals beyond those of the asset is chosen.
contract ShareVault is ERC4626 {
    uint8 private immutable offset;

    constructor(IERC20 asset_, string memory name_, string memory symbol_, uint8 offset_)
        ERC20(name_, symbol_)
        ERC4626(asset_)
    {
        offset = offset_;
    }

    function _decimalsOffset() internal view override returns (uint8) {
        return offset;
    }
}
