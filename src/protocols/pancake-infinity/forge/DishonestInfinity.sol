// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {DishonestPool} from "../../../../contracts/forge/adapters/DishonestPool.sol";
import {DishonestVault} from "../../../../contracts/forge/adapters/DishonestVault.sol";
import {IVault} from "../../../../contracts/sandbox/IVault.sol";
import {PlainToken} from "../../../../contracts/test/PlainToken.sol";

contract DishonestInfinity is DishonestVault {
    struct Key {
        address currency0;
        address currency1;
        address hooks;
        address poolManager;
        uint24 fee;
        bytes32 parameters;
    }

    constructor(PlainToken sold_, PlainToken bought_) DishonestPool(sold_, bought_) {}

    function vault() external view returns (address) {
        return address(this);
    }

    function lock(bytes calldata data) external returns (bytes memory) {
        return abi.decode(_callBack(abi.encodeWithSignature("lockAcquired(bytes)", data)), (bytes));
    }

    function swap(Key calldata, IVault.Params calldata params, bytes calldata) external view returns (int256) {
        return _delta(params.zeroForOne);
    }

    function sync(address) external {}

    function settle() external payable returns (uint256) {}

    function take(address currency, address to, uint256) external {
        _take(currency, to);
    }
}
