// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// The stored words of a running swap, and their values between two swaps.
contract WordsTest is Trade {
    bytes32 private constant USED = bytes32(uint256(1) << 255);

    /// In storage a used word keeps one bit, so that filling it again costs a quarter; transient storage writes no
    /// storage.
    function test_WordsBetweenSwaps() public {
        bool stores = vm.parseJsonBool(vm.readFile(vm.envString("SWAPLINE_BUILT")), ".storesWords");
        for (uint256 i = 0; i < 3; i++) require(_word(i) == 0, "is there from the first");
        for (uint256 k = 0; k < 2; k++) {
            _done(_ask(address(a), address(b), E18, _direct(true)));
            for (uint256 i = 0; i < 2; i++) require(_word(i) == (stores ? USED : bytes32(0)), "is not cleared");
            // The last armed token stays: no address is armed, so it cannot be taken.
            require(_word(2) == (stores ? USED | _armed() : bytes32(0)), "is another word");
        }
        for (uint256 i = 3; i < 10; i++) require(_word(i) == 0, "is used for something else");
    }

    /// @dev The token of the last pull, with its cap above it.
    function _armed() private view returns (bytes32) {
        return bytes32(E18 << 160 | uint160(address(a)));
    }

    function _word(uint256 i) private view returns (bytes32) {
        return vm.load(address(router), bytes32(i));
    }
}
